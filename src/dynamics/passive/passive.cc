// Passive forces and their sum.
//
//   spring   -x (k0 + k1 x + k2 x^2)        x: displacement from qpos_spring; for ball and free joints a vector, with
//                                           its norm in the polynomial
//   damper   -v (b0 + b1 |v| + b2 v^2)
// Gravity compensation of joints with actuatorgravcomp counts as actuation instead. MuJoCo: with both springs and
// dampers disabled there are no passive forces of any kind.
#include "dynamics/passive/passive.h"

#include <algorithm>

#include "corten/hooks.h"
#include "dynamics/actuator/actuator.h"
#include "dynamics/passive/reflected.h"
#include "dynamics/tendon/tendon.h"
#include "math/dense.h"
#include "math/vec3.h"
#include "model/access.h"
#include "model/parallel.h"

namespace corten {

namespace {

void put_spring(const Polynomial& stiffness, const Vec3& displacement, double* qfrc) {
  const double k = stiffness.coefficient(norm(displacement));
  for (int i = 0; i < 3; ++i) qfrc[i] -= k * displacement[i];
}

void compute_joint_spring(const Model& m, Data& d, int j) {
  const Polynomial stiffness = joint_stiffness(m, j);
  if (stiffness.is_zero()) return;
  const double* q = d.qpos.data() + m.jnt_qposadr[j];
  const double* rest = m.qpos_spring.data() + m.jnt_qposadr[j];
  double* qfrc = d.qfrc_spring.data() + m.jnt_dofadr[j];
  const JointType type = m.jnt_type[j];
  if (type == JointType::kSlide || type == JointType::kHinge) {
    qfrc[0] = spring_force(stiffness, q[0] - rest[0]);
    return;
  }
  if (type == JointType::kFree) {
    put_spring(stiffness, {q[0] - rest[0], q[1] - rest[1], q[2] - rest[2]}, qfrc);
    q += 3, rest += 3, qfrc += 3;
  }
  Quat now{q[0], q[1], q[2], q[3]};
  normalize(now);
  const Quat resting{rest[0], rest[1], rest[2], rest[3]};
  put_spring(stiffness, rotation_vector(conjugate(resting) * now), qfrc);
}

void compute_joint_springs(const Model& m, Data& d) {
  if (is_untouched(m.jnt_stiffness) && is_untouched(numbers_of(m.jnt_stiffnesspoly))) return;  // many have none
  for_each_part(d, m.njnt, 512, [&](int first, int end) {
    for (int j = first; j < end; ++j) compute_joint_spring(m, d, j);
  });
}

void compute_joint_dampers(const Model& m, Data& d, int first, int end) {
  if (reflects_damping(m)) {
    for (int i = first; i < end; ++i) d.qfrc_damper[i] = damper_force(dof_damping(m, i), d.qvel[i]);
  } else {
    for (int i = first; i < end; ++i) d.qfrc_damper[i] = damper_force(own_damping(m, i), d.qvel[i]);
  }
}

// Dampers, and zero for what only some models have.
void start_forces(const Model& m, Data& d, bool damper) {
  for_each_part(d, m.nv, 512, [&](int first, int end) {
    for (int i = first; i < end; ++i) {
      d.qfrc_spring[i] = d.qfrc_gravcomp[i] = d.qfrc_fluid[i] = d.qfrc_adhesion[i] = d.qfrc_damper[i] = 0;
    }
    if (damper) compute_joint_dampers(m, d, first, end);
  });
}

void add(Array<double>& sum, const Array<double>& term) {
  for (int i = 0; i < sum.size(); ++i) sum[i] += term[i];
}

}  // namespace

void compute_springs_and_dampers(const Model& m, Data& d) {
  const bool spring = !(m.opt.disableflags & kDisableSpring);
  const bool damper = !(m.opt.disableflags & kDisableDamper);
  start_forces(m, d, damper);
  if (spring) compute_joint_springs(m, d);
  if (m.ntendon > 0) compute_tendon_passive(m, d);
}

void compute_passive(const Model& m, Data& d) {
  constexpr int kNoPassive = kDisableSpring | kDisableDamper;
  if ((m.opt.disableflags & kNoPassive) == kNoPassive) {
    std::fill(d.qfrc_passive.begin(), d.qfrc_passive.end(), 0.0);
    return;
  }
  for (int i = 0; i < m.nv; ++i) d.qfrc_passive[i] = d.qfrc_spring[i] + d.qfrc_damper[i];

  if (has_fluid(m)) {
    compute_fluid(m, d);
    add(d.qfrc_passive, d.qfrc_fluid);
  }
  if (compute_adhesion(m, d)) add(d.qfrc_passive, d.qfrc_adhesion);
  if (compute_gravcomp(m, d)) {
    for (int i = 0; i < m.nv; ++i) {
      if (!m.jnt_actgravcomp[m.dof_jntid[i]]) d.qfrc_passive[i] += d.qfrc_gravcomp[i];
    }
  }
  if (d.hooks && d.hooks->passive) d.hooks->passive(m, d);
  for_each_plugin<PassivePlugin>(m, PluginKind::kPassive,
                                 [&](const auto& plugin, const PluginUse& use) { plugin.compute(m, d, use); });
}

}  // namespace corten
