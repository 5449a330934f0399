// Derivative of actuator forces by the velocity:
//   d(force) / d(velocity) = u d(gain) / d(velocity) + d(bias) / d(velocity),   qDeriv += moment' slope moment
// or what an actuator model says. User hooks without a slope of their own are differentiated by central differences.
// An actuator at its force limit does not react. MuJoCo: an orientation servo scales its torque to the limit, so that
// rounding decides whether it counts as being there.
#include "dynamics/actuator/actuator.h"

#include <cmath>

#include "corten/hooks.h"
#include "dynamics/derivative/derivative.h"
#include "math/vec3.h"
#include "model/access.h"
#include "model/actuator_models.h"
#include "model/workspace.h"

namespace corten {

namespace {

bool is_saturated(const Model& m, const Data& d, int i) {
  if (!m.actuator_forcelimited[i]) return false;
  const Vec<2>& range = m.actuator_forcerange[i];
  const double* force = d.actuator_force.data() + m.actuator_outadr[i];
  if (m.actuator_gaintype[i] == GainType::kSo3) return norm(Vec3{force[0], force[1], force[2]}) >= range[1];
  return force[0] <= range[0] || force[0] >= range[1];
}

// MuJoCo: the control as given, before delay and clamp.
double input(const Model& m, const Data& d, int i) {
  if (m.actuator_dyntype[i] == DynType::kNone) return m.actuator_ctrlnum[i] > 0 ? d.ctrl[m.actuator_ctrladr[i]] : 0;
  if (m.actuator_actnum[i] == 0) return 0;
  return effective_activation(m, d, i, m.actuator_actadr[i] + m.actuator_actnum[i] - 1);
}

// What a user's gain multiplied.
double user_input(const Model& m, const Data& d, int i) {
  const bool activated = m.actuator_actnum[i] > 0;
  if (!activated) return m.actuator_ctrlnum[i] > 0 ? d.scratch_ctrl[m.actuator_ctrladr[i]] : 0;
  return effective_activation(m, d, i, m.actuator_actadr[i] + m.actuator_actnum[i] - 1);
}

using UserFunction = std::function<double(const Model&, const Data&, int)>;

// Derivative of a hook by the velocity: what the user says, or central differences.
double hook_slope(const Model& m, Data& d, int i, UserFunction Hooks::*function, UserFunction Hooks::*slope) {
  if (!d.hooks) return 0;
  const Hooks& hooks = *d.hooks;
  if (hooks.*slope) return (hooks.*slope)(m, d, i);
  if (!(hooks.*function)) return 0;
  constexpr double kNudge = 1e-6;
  const int out = m.actuator_outadr[i];
  const auto arms = d.actuator_moment.span(d.moment_rowadr[out], d.moment_rownnz[out]);
  const auto dofs = d.moment_colind.span(d.moment_rowadr[out], d.moment_rownnz[out]);
  double square = 0;
  for (const double arm : arms) square += arm * arm;
  Scratch::Frame frame(work(d).scratch);
  const std::span<double> before = frame.take<double>(static_cast<int>(dofs.size()));
  for (std::size_t k = 0; k < dofs.size(); ++k) before[k] = d.qvel[dofs[k]];
  const double velocity = d.actuator_velocity[out];
  // a hook may look at the velocity of the actuator or at those of the dofs that it moves
  const auto at = [&](double change) {
    d.actuator_velocity[out] = velocity + change;
    for (std::size_t k = 0; square > 0 && k < dofs.size(); ++k) {
      d.qvel[dofs[k]] = before[k] + change * arms[k] / square;
    }
    return (hooks.*function)(m, d, i);
  };
  const double slope_found = (at(kNudge) - at(-kNudge)) / (2 * kNudge);
  d.actuator_velocity[out] = velocity;
  for (std::size_t k = 0; k < dofs.size(); ++k) d.qvel[dofs[k]] = before[k];
  return slope_found;
}

double active_slope(const Model& m, Data& d, int i) {
  const Vec<10>& prm = m.actuator_gainprm[i];
  const int out = m.actuator_outadr[i];
  switch (m.actuator_gaintype[i]) {
    case GainType::kAffine:
      return prm[2] * input(m, d, i);
    case GainType::kMuscle:
      return muscle_gain_slope(d.actuator_length[out], d.actuator_velocity[out], muscle_context(m, i, prm)) *
             input(m, d, i);
    case GainType::kDcMotor:
      return dcmotor_gain_slope(m, i);
    case GainType::kUser:
      return hook_slope(m, d, i, &Hooks::gain, &Hooks::gain_slope) * user_input(m, d, i);
    case GainType::kFixed:
    case GainType::kSo3:
    case GainType::kPid:
    case GainType::kCustom:
      break;
  }
  return 0;
}

double bias_slope(const Model& m, Data& d, int i) {
  switch (m.actuator_biastype[i]) {
    case BiasType::kAffine:
    case BiasType::kSo3:
      return m.actuator_biasprm[i][2];
    case BiasType::kDcMotor:
      return dcmotor_bias_slope(m, i);
    case BiasType::kUser:
      return hook_slope(m, d, i, &Hooks::bias, &Hooks::bias_slope);
    case BiasType::kNone:
    case BiasType::kMuscle:
      break;
  }
  return 0;
}

double plugin_slope(const Model& m, const Data& d, int i) {
  if (m.plugins.empty() || m.actuator_plugin[i] < 0 || !m.plugins[m.actuator_plugin[i]].code) return 0;
  return static_cast<const ActuatorPlugin&>(*m.plugins[m.actuator_plugin[i]].code).velocity_slope(m, d, i);
}

// d(force) / d(velocity). The controls are those that the forces were computed with.
double velocity_slope(const Model& m, Data& d, int i) {
  if (m.actuator_gaintype[i] == GainType::kCustom || (d.physics && d.physics->actuators)) {
    if (const ActuatorStage stage = actuator_stage_of(m, d, i)) {
      const double* ctrl = d.scratch_ctrl.data() + m.actuator_ctrladr[i];
      return stage.slopes(stage.model, actuator_view_with_input(m, d, i, ctrl)).velocity;
    }
  }
  // MuJoCo: gain and bias that a plugin's actuator has from its class count here, though not for its force.
  return active_slope(m, d, i) + bias_slope(m, d, i) + plugin_slope(m, d, i);
}

}  // namespace

void add_actuator_derivative(const Model& m, Data& d) {
  if (m.opt.disableflags & kDisableActuation) return;
  for (int i = 0; i < m.nactuator; ++i) {
    if (is_actuator_disabled(m, i) || is_saturated(m, d, i)) continue;
    const double slope = velocity_slope(m, d, i);
    if (slope == 0) continue;
    for (int out = m.actuator_outadr[i], end = out + m.actuator_outnum[i]; out < end; ++out) {
      add_outer_product(m, d, d.moment_colind.span(d.moment_rowadr[out], d.moment_rownnz[out]),
                        d.actuator_moment.span(d.moment_rowadr[out], d.moment_rownnz[out]), slope);
    }
  }
}

}  // namespace corten
