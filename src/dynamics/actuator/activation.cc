// Activation dynamics. With control u, activation a and time constant t:
//   integrator    da/dt = u
//   filter        da/dt = (u - a) / t;  filterexact integrates it exactly
//   muscle        da/dt = (u - a) / t(u, a)
//   pid           rate-limited setpoint and integral of the position error
//   dcmotor       see dcmotor.cc
//   user          what the hook says
#include <algorithm>
#include <cmath>

#include "corten/hooks.h"
#include "dynamics/actuator/actuator.h"
#include "math/vec3.h"

namespace corten {

namespace {

void compute_pid_act_dot(const Model& m, Data& d, int i, double* ctrl) {
  const Vec<10>& dynprm = m.actuator_dynprm[i];
  const double max_integral = dynprm[0], slew_rate = dynprm[1];
  const double period = setpoint_period(m, i);
  int index = m.actuator_actadr[i];
  if (slew_rate > 0) {
    const auto slewed = slew_limit(ctrl[0], d.act[index], slew_rate, m.opt.timestep, period);
    ctrl[0] = slewed.value;
    d.act_dot[index++] = slewed.rate;
  }
  if (m.actuator_gainprm[i][0] > 0) {
    const double length = d.actuator_length[m.actuator_outadr[i]];
    const double error = nearest_setpoint(ctrl[0], length, period) - length;
    d.act_dot[index] = anti_windup(error, d.act[index], max_integral);
  }
}

// Setpoints of rotations that are stored in act: keeps them bounded by replacing them with an equivalent one.
void recentre_setpoint(const Model& m, Data& d, int i) {
  if (m.actuator_gaintype[i] == GainType::kSo3) {
    double* act = d.act.data() + m.actuator_actadr[i];
    const double angle = norm(Vec3{act[0], act[1], act[2]});
    if (angle <= M_PI) return;
    const double scale = nearest_setpoint(angle, 0, 2 * M_PI) / angle;
    for (int k = 0; k < 3; ++k) act[k] *= scale;
  } else if (const double period = setpoint_period(m, i); period > 0) {
    double& act = d.act[m.actuator_actadr[i] + m.actuator_actnum[i] - 1];
    act = nearest_setpoint(act, d.actuator_length[m.actuator_outadr[i]], period);
  }
}

void compute_user_act_dot(const Model& m, Data& d, int i) {
  if (!d.hooks || !d.hooks->dynamics) return;
  const double rate = d.hooks->dynamics(m, d, i);
  if (m.actuator_actnum[i] == 1) d.act_dot[m.actuator_actadr[i]] = rate;
}

}  // namespace

void compute_act_dot(const Model& m, Data& d, int i, double* ctrl) {
  const int first = m.actuator_actadr[i], count = m.actuator_actnum[i];
  if (first < 0 || count == 0) return;
  d.act_dot[first] = 0;
  if (count > 1) std::fill_n(d.act_dot.begin() + first, count, 0.0);  // few have more than one
  const int last = first + count - 1;
  const Vec<10>& dynprm = m.actuator_dynprm[i];
  switch (m.actuator_dyntype[i]) {
    case DynType::kIntegrator:
      for (int k = 0, n = m.actuator_ctrlnum[i]; k < n; ++k) d.act_dot[last - n + 1 + k] = ctrl[k];
      break;
    case DynType::kFilter:
    case DynType::kFilterExact:
      d.act_dot[last] = (ctrl[0] - d.act[last]) / std::max(kMinVal, dynprm[0]);
      break;
    case DynType::kMuscle:
      d.act_dot[last] = muscle_act_dot(ctrl[0], d.act[last], dynprm);
      break;
    case DynType::kPid:
      compute_pid_act_dot(m, d, i, ctrl);
      break;
    case DynType::kDcMotor:
      compute_dcmotor_act_dot(m, d, i, ctrl);
      break;
    case DynType::kUser:
      compute_user_act_dot(m, d, i);
      break;
    case DynType::kNone:
      break;
  }
}

double next_activation(const Model& m, const Data& d, int i, int act_index, double act_dot) {
  const DynType type = m.actuator_dyntype[i];
  if (type == DynType::kDcMotor) return next_dcmotor_activation(m, d, i, act_index, act_dot);
  double dt = m.opt.timestep;
  if (type == DynType::kFilterExact) {
    const double tau = std::max(kMinVal, m.actuator_dynprm[i][0]);
    dt = tau * (1 - std::exp(-dt / tau));
  }
  const double next = d.act[act_index] + act_dot * dt;
  const Vec<2>& range = m.actuator_actrange[i];
  return m.actuator_actlimited[i] ? std::clamp(next, range[0], range[1]) : next;
}

double effective_activation(const Model& m, const Data& d, int i, int act_index) {
  return m.actuator_actearly[i] ? next_activation(m, d, i, act_index, d.act_dot[act_index]) : d.act[act_index];
}

void advance_activation(const Model& m, Data& d, std::span<const double> act_dot) {
  if (m.na == 0 || m.opt.disableflags & kDisableActuation) return;
  for (int i = 0; i < m.nactuator; ++i) {
    const int first = m.actuator_actadr[i];
    const bool disabled = is_actuator_disabled(m, i);
    for (int k = first; k < first + m.actuator_actnum[i]; ++k) {
      d.act[k] = next_activation(m, d, i, k, disabled ? 0 : act_dot[k]);
    }
    if (m.actuator_dyntype[i] == DynType::kIntegrator) recentre_setpoint(m, d, i);
  }
}

}  // namespace corten
