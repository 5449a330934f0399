// Derivative of actuator forces by the velocity:
//   d(force) / d(velocity) = u d(gain) / d(velocity) + d(bias) / d(velocity),   qDeriv += moment' slope moment
// An actuator at its force limit does not react. MuJoCo: an orientation servo scales its torque to the limit, so that
// rounding decides whether it counts as being there.
#include <cmath>

#include "dynamics/activation.h"
#include "dynamics/dcmotor.h"
#include "dynamics/derivative.h"
#include "dynamics/muscle.h"
#include "math/vec3.h"
#include "model/plugins.h"

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

double active_slope(const Model& m, const Data& d, int i) {
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
    case GainType::kFixed:
    case GainType::kSo3:
    case GainType::kPid:
    case GainType::kUser:
      break;
  }
  return 0;
}

double bias_slope(const Model& m, int i) {
  switch (m.actuator_biastype[i]) {
    case BiasType::kAffine:
    case BiasType::kSo3:
      return m.actuator_biasprm[i][2];
    case BiasType::kDcMotor:
      return dcmotor_bias_slope(m, i);
    case BiasType::kNone:
    case BiasType::kMuscle:
    case BiasType::kUser:
      break;
  }
  return 0;
}

double plugin_slope(const Model& m, const Data& d, int i) {
  if (m.plugins.empty() || m.actuator_plugin[i] < 0) return 0;
  return static_cast<const ActuatorPlugin&>(*m.plugins[m.actuator_plugin[i]].code).velocity_slope(m, d, i);
}

}  // namespace

void add_actuator_derivative(const Model& m, Data& d) {
  if (m.opt.disableflags & kDisableActuation) return;
  for (int i = 0; i < m.nactuator; ++i) {
    if (is_actuator_disabled(m, i) || is_saturated(m, d, i)) continue;
    // MuJoCo: gain and bias that a plugin's actuator has from its class count here, though not for its force.
    const double slope = active_slope(m, d, i) + bias_slope(m, i) + plugin_slope(m, d, i);
    if (slope == 0) continue;
    for (int out = m.actuator_outadr[i], end = out + m.actuator_outnum[i]; out < end; ++out) {
      add_outer_product(m, d, d.moment_colind.span(d.moment_rowadr[out], d.moment_rownnz[out]),
                        d.actuator_moment.span(d.moment_rowadr[out], d.moment_rownnz[out]), slope);
    }
  }
}

}  // namespace corten
