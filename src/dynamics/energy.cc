// Potential energy: -sum m g.x over the bodies, plus the integral of each spring's force; kinetic energy: v' M v / 2.
#include <algorithm>

#include "dynamics/passive/passive.h"
#include "dynamics/smooth.h"
#include "math/vec3.h"
#include "model/awake.h"
#include "model/workspace.h"

namespace corten {

namespace {

double joint_spring_energy(const Model& m, const Data& d, int j) {
  const Polynomial stiffness = joint_stiffness(m, j);
  if (stiffness.is_zero()) return 0;
  const double* q = d.qpos.data() + m.jnt_qposadr[j];
  const double* rest = m.qpos_spring.data() + m.jnt_qposadr[j];
  const JointType type = m.jnt_type[j];
  if (type == JointType::kSlide || type == JointType::kHinge) return stiffness.potential(q[0] - rest[0]);
  double energy = 0;
  if (type == JointType::kFree) {
    energy += stiffness.potential(norm(Vec3{q[0] - rest[0], q[1] - rest[1], q[2] - rest[2]}));
    q += 3, rest += 3;
  }
  Quat now{q[0], q[1], q[2], q[3]};
  normalize(now);
  const Quat resting{rest[0], rest[1], rest[2], rest[3]};
  return energy + stiffness.potential(norm(rotation_vector(conjugate(resting) * now)));
}

double tendon_spring_energy(const Model& m, const Data& d, int t) {
  const Polynomial stiffness{m.tendon_stiffness[t], m.tendon_stiffnesspoly[t][0], m.tendon_stiffnesspoly[t][1]};
  const double length = d.ten_length[t];
  const auto [lower, upper] = m.tendon_lengthspring[t].v;
  const double stretch = length > upper ? length - upper : std::min(0.0, length - lower);
  return stiffness.potential(stretch);
}

}  // namespace

void compute_potential_energy(const Model& m, Data& d) {
  double energy = 0;
  if (!(m.opt.disableflags & kDisableGravity)) {
    for (int b = 1; b < m.nbody; ++b) energy -= m.body_mass[b] * dot(m.opt.gravity, d.xipos[b]);
  }
  if (!(m.opt.disableflags & kDisableSpring)) {
    // MuJoCo: springs of sleepers do not count
    const bool sleepers = has_sleepers(m, d);
    const auto counts = [&](Object type, int i) {
      return !sleepers || sleep_state(m, d, type, i) == SleepState::kAwake;
    };
    for (int j = 0; j < m.njnt; ++j) energy += counts(Object::kJoint, j) ? joint_spring_energy(m, d, j) : 0;
    for (int t = 0; t < m.ntendon; ++t) energy += counts(Object::kTendon, t) ? tendon_spring_energy(m, d, t) : 0;
  }
  d.energy[0] = energy;
}

void compute_kinetic_energy(const Model& m, Data& d) {
  // the second vector: a delayed sensor may ask while the integrator has its acceleration in the first
  const std::span<double> momentum = work(d).scratch_nv.span(m.nv, m.nv);
  multiply_inertia(m, d, d.qvel, momentum);
  double twice = 0;
  for (int i = 0; i < m.nv; ++i) twice += momentum[i] * d.qvel[i];
  d.energy[1] = 0.5 * twice;
}

}  // namespace corten
