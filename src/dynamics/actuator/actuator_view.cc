// What an actuator model sees of its actuator, and MuJoCo's gains as models: force = gain input + bias.
#include "corten/actuator/gains.h"
#include "dynamics/actuator/actuator.h"

namespace corten {

ActuatorView actuator_view(const Model& m, const Data& d, int i, const double* ctrl) {
  const int out = m.actuator_outadr[i], count = m.actuator_actnum[i];
  const bool custom = m.actuator_gaintype[i] == GainType::kCustom;
  ActuatorView view;
  view.length = d.actuator_length[out];
  view.velocity = d.actuator_velocity[out];
  view.ctrl = m.actuator_ctrlnum[i] > 0 ? *ctrl : 0;
  view.timestep = m.opt.timestep;
  if (count > 0) view.act = {d.act.data() + m.actuator_actadr[i], static_cast<std::size_t>(count)};
  view.prm = (custom ? m.actuator_modelprm : m.actuator_gainprm)[i].data();
  view.model = &m;
  view.actuator = i;
  return view;
}

ActuatorView actuator_view_with_input(const Model& m, const Data& d, int i, const double* ctrl) {
  ActuatorView view = actuator_view(m, d, i, ctrl);
  const int count = m.actuator_actnum[i];
  const double u = count > 0 ? effective_activation(m, d, i, m.actuator_actadr[i] + count - 1) : view.ctrl;
  view.input = nearest_setpoint(u, view.length, setpoint_period(m, i));
  return view;
}

double GainAndBias::force(const ActuatorView& a, double gain) {
  const Model& m = *a.model;
  const Vec<10>& prm = m.actuator_biasprm[a.actuator];
  const double active = gain * a.input;
  switch (m.actuator_biastype[a.actuator]) {
    case BiasType::kAffine:
      return active + (prm[0] + prm[1] * a.length + prm[2] * a.velocity);
    case BiasType::kMuscle:
      return active + muscle_bias(a.length, muscle_context(m, a.actuator, prm));
    default:
      // a motor's force keeps the sign of its zero, other sums do not
      return m.actuator_gaintype[a.actuator] == GainType::kFixed && a.act.empty() ? active : active + 0.0;
  }
}

ActuatorSlopes GainAndBias::slopes(const ActuatorView& a, double gain, double gain_by_length, double gain_by_velocity) {
  const Model& m = *a.model;
  const Vec<10>& prm = m.actuator_biasprm[a.actuator];
  ActuatorSlopes out{gain_by_length * a.input, gain_by_velocity * a.input};
  if (m.actuator_biastype[a.actuator] == BiasType::kAffine) {
    out.length += prm[1];
    out.velocity += prm[2];
  } else if (m.actuator_biastype[a.actuator] == BiasType::kMuscle) {
    out.length += muscle_bias_slope(a.length, muscle_context(m, a.actuator, prm));
  }
  (a.act.empty() || a.act.size() > out.act.size() ? out.ctrl : out.act[a.act.size() - 1]) = gain;
  return out;
}

bool GainAndBias::has(const Model& m, int actuator, GainType gain) {
  const BiasType bias = m.actuator_biastype[actuator];
  const bool known = bias == BiasType::kNone || bias == BiasType::kAffine || bias == BiasType::kMuscle;
  return m.actuator_gaintype[actuator] == gain && known && m.actuator_plugin[actuator] < 0;
}

double MuscleGain::force(const ActuatorView& a) const {
  return GainAndBias::force(
      a,
      muscle_gain(a.length, a.velocity, muscle_context(*a.model, a.actuator, a.model->actuator_gainprm[a.actuator])));
}

ActuatorSlopes MuscleGain::slopes(const ActuatorView& a) const {
  const MuscleContext context = muscle_context(*a.model, a.actuator, a.model->actuator_gainprm[a.actuator]);
  return GainAndBias::slopes(a, muscle_gain(a.length, a.velocity, context),
                             muscle_gain_length_slope(a.length, a.velocity, context),
                             muscle_gain_slope(a.length, a.velocity, context));
}

}  // namespace corten
