// Derivatives of springs and actuator forces by the position.
//
//   spring of a slide or hinge   d(-x c(x)) / dx                     c(x) = k0 + k1 x + k2 x^2
//   of a ball, free translation  -(c L + c'(|x|) x x' / |x|)         x: displacement, L = dx/dq: 1 for translations
//   tendon, actuator             J' (df/dl) J                        l: length with constant J = dl/dq
// For a rotation vector x with angle t = |x|, moved by a rotation in the turned frame:
//   L = 1 + X / 2 + (1/t^2 - cot(t/2) / 2t) X^2,   X = skew(x)
// Actuators at sites are wrenches on bodies, see position.cc.
#include <cmath>

#include "dynamics/actuator/actuator.h"
#include "dynamics/derivative/derivative.h"
#include "dynamics/passive/passive.h"
#include "dynamics/passive/reflected.h"
#include "dynamics/tendon/tendon.h"
#include "math/vec3.h"
#include "model/actuator_models.h"

namespace corten {

namespace {

Mat3 rotation_vector_rate(const Vec3& x) {
  const Mat3 X = skew(x);
  const double t = norm(x);
  const double c = t < 1e-4 ? 1.0 / 12 : 1 / (t * t) - 1 / (2 * t * std::tan(0.5 * t));
  return identity3() + X * 0.5 + X * X * c;
}

// columns += c L + c' x x' / |x| on three dofs
void put_vector_spring(const Polynomial& stiffness, const Vec3& x, const Mat3& rate, int dof, int nv, double* columns) {
  const double length = norm(x);
  const double bend = length > 0 ? (stiffness.quadratic + 2 * stiffness.cubic * length) / length : 0;
  const Mat3 slope = rate * stiffness.coefficient(length) + outer(x, x) * bend;
  for (int k = 0; k < 3; ++k) {
    for (int i = 0; i < 3; ++i) columns[static_cast<std::ptrdiff_t>(dof + k) * nv + dof + i] += slope(i, k);
  }
}

void subtract_joint_spring(const Model& m, const Data& d, int j, double* columns) {
  const Polynomial stiffness = joint_stiffness(m, j);
  if (stiffness.is_zero()) return;
  const double* q = d.qpos.data() + m.jnt_qposadr[j];
  const double* rest = m.qpos_spring.data() + m.jnt_qposadr[j];
  const JointType type = m.jnt_type[j];
  int dof = m.jnt_dofadr[j];
  if (type == JointType::kSlide || type == JointType::kHinge) {
    columns[static_cast<std::ptrdiff_t>(dof) * m.nv + dof] += stiffness.slope(q[0] - rest[0]);
    return;
  }
  if (type == JointType::kFree) {
    put_vector_spring(stiffness, {q[0] - rest[0], q[1] - rest[1], q[2] - rest[2]}, identity3(), dof, m.nv, columns);
    q += 3, rest += 3, dof += 3;
  }
  Quat now{q[0], q[1], q[2], q[3]};
  normalize(now);
  const Vec3 x = rotation_vector(conjugate(Quat{rest[0], rest[1], rest[2], rest[3]}) * now);
  put_vector_spring(stiffness, x, rotation_vector_rate(x), dof, m.nv, columns);
}

// columns += weight J J'
void add_square(std::span<const int> dofs, std::span<const double> J, double weight, int nv, double* columns) {
  for (std::size_t k = 0; k < dofs.size() && weight != 0; ++k) {
    double* column = columns + static_cast<std::ptrdiff_t>(dofs[k]) * nv;
    for (std::size_t i = 0; i < dofs.size(); ++i) column[dofs[i]] += weight * J[k] * J[i];
  }
}

double tendon_spring_slope(const Model& m, const Data& d, int t) {
  const double length = d.ten_length[t], lower = m.tendon_lengthspring[t][0], upper = m.tendon_lengthspring[t][1];
  if (length >= lower && length <= upper) {
    if (lower != upper) return 0;
    return m.tendon_stiffness[t];  // at rest between two springs that meet
  }
  const Polynomial stiffness{m.tendon_stiffness[t], m.tendon_stiffnesspoly[t][0], m.tendon_stiffnesspoly[t][1]};
  return stiffness.slope(length > upper ? length - upper : length - lower);
}

// What the gain multiplied.
double force_input(const Model& m, const Data& d, int i) {
  const int count = m.actuator_actnum[i];
  if (count > 0) return effective_activation(m, d, i, m.actuator_actadr[i] + count - 1);
  return m.actuator_ctrlnum[i] > 0 ? d.scratch_ctrl[m.actuator_ctrladr[i]] : 0;
}

// d(force) / d(length)
double length_slope(const Model& m, const Data& d, int i) {
  if (const ActuatorStage stage = actuator_stage_of(m, d, i)) {
    const double* ctrl = d.scratch_ctrl.data() + m.actuator_ctrladr[i];
    return stage.slopes(stage.model, actuator_view_with_input(m, d, i, ctrl)).length;
  }
  const int out = m.actuator_outadr[i];
  const Vec<10>&gain = m.actuator_gainprm[i], &bias = m.actuator_biasprm[i];
  const double length = d.actuator_length[out], velocity = d.actuator_velocity[out];
  double slope = 0;
  if (m.actuator_gaintype[i] == GainType::kAffine) slope = gain[1] * force_input(m, d, i);
  if (m.actuator_gaintype[i] == GainType::kMuscle) {
    slope = muscle_gain_length_slope(length, velocity, muscle_context(m, i, gain)) * force_input(m, d, i);
  }
  if (m.actuator_biastype[i] == BiasType::kAffine) slope += bias[1];
  if (m.actuator_biastype[i] == BiasType::kMuscle) slope += muscle_bias_slope(length, muscle_context(m, i, bias));
  return slope;
}

bool is_at_force_limit(const Model& m, const Data& d, int i) {
  const double force = d.actuator_force[m.actuator_outadr[i]];
  const Vec<2>& range = m.actuator_forcerange[i];
  return m.actuator_forcelimited[i] && (force <= range[0] || force >= range[1]);
}

// Whether its force depends on the length or velocity of its transmission.
bool is_force_constant(const Model& m, const Data& d, int i) {
  return !actuator_stage_of(m, d, i) && m.actuator_gaintype[i] == GainType::kFixed &&
         m.actuator_biastype[i] == BiasType::kNone;
}

bool is_transmission_known(const Model& m, const Data& d, int i) {
  const int target = m.actuator_trnid[i][0];
  switch (m.actuator_trntype[i]) {
    case TransmissionType::kJoint:
    case TransmissionType::kJointInParent:
      if (m.jnt_type[target] >= JointType::kSlide) return true;
      // the length of a ball has another derivative than the moment says
      return m.actuator_trntype[i] == TransmissionType::kJoint && is_force_constant(m, d, i);
    case TransmissionType::kTendon:
      return is_fixed_tendon(m, target);
    case TransmissionType::kSite:
      return m.actuator_trnid[i][1] < 0 && is_force_constant(m, d, i);
    default:
      return false;
  }
}

bool is_tendon_idle(const Model& m, int t) {
  const Polynomial stiffness{m.tendon_stiffness[t], m.tendon_stiffnesspoly[t][0], m.tendon_stiffnesspoly[t][1]};
  return stiffness.is_zero() && tendon_damping(m, t).is_zero() && m.tendon_armature[t] == 0 &&
         reflected_armature(m, m.tendon_actuatorid[t], Object::kTendon, t) == 0;
}

}  // namespace

bool has_stiffness(const Model& m, const Data& d) {
  for (int t = 0; t < m.ntendon; ++t) {
    if (!is_fixed_tendon(m, t) && !is_tendon_idle(m, t)) return false;
  }
  for (int i = 0; i < m.nactuator; ++i) {
    if (!is_actuator_disabled(m, i) && !is_transmission_known(m, d, i)) return false;
  }
  // gravity compensation by actuators that do not act
  const bool idle = m.nactuator == 0 || (m.opt.disableflags & kDisableActuation);
  for (int j = 0; idle && m.ngravcomp > 0 && j < m.njnt; ++j) {
    if (m.jnt_actgravcomp[j]) return false;
  }
  return true;
}

void subtract_stiffness(const Model& m, Data& d, std::span<double> columns) {
  if (!(m.opt.disableflags & kDisableSpring)) {
    for (int j = 0; j < m.njnt; ++j) subtract_joint_spring(m, d, j, columns.data());
    for (int t = 0; t < m.ntendon; ++t) {
      const int row = m.ten_J_rowadr[t], size = m.ten_J_rownnz[t];
      add_square(m.ten_J_colind.span(row, size), d.ten_J.span(row, size), tendon_spring_slope(m, d, t), m.nv,
                 columns.data());
    }
  }
  if (m.opt.disableflags & kDisableActuation) return;
  for (int i = 0; i < m.nactuator; ++i) {
    if (is_actuator_disabled(m, i) || is_at_force_limit(m, d, i)) continue;
    const int out = m.actuator_outadr[i], row = d.moment_rowadr[out], size = d.moment_rownnz[out];
    add_square(d.moment_colind.span(row, size), d.actuator_moment.span(row, size), -length_slope(m, d, i), m.nv,
               columns.data());
  }
}

}  // namespace corten
