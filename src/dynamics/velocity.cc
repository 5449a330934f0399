// Body velocities about the tree's centre of mass, from the root to the leaves:
//   cvel(b)     = cvel(parent) + sum over its dofs of cdof qvel
//   cdof_dot(d) = v x cdof(d), with v the velocity of the frame in which the axis is fixed
// The axis of a slide or hinge is fixed in what the joints before it moved; the three axes of a ball are fixed
// in the body but share one rotation, so all three use the velocity before it; the translation axes of a free
// joint are fixed in the world.
#include "dynamics/smooth.h"
#include "math/spatial.h"
#include "model/awake.h"

namespace corten {

namespace {

// Rotation by the three dofs from `dof` on, when everything before them moves with v.
[[gnu::always_inline]] inline Spatial turn(Data& d, int dof, const Spatial& v) {
  const Spatial* cdof = d.cdof.data() + dof;
  const double* qvel = d.qvel.data() + dof;
  for (int k = 0; k < 3; ++k) store(d.cdof_dot[dof + k], cross_motion(v, cdof[k]));
  return v + cdof[0] * qvel[0] + cdof[1] * qvel[1] + cdof[2] * qvel[2];
}

void compute_velocities(const Model& m, Data& d, int begin, int end) {
  for (int b = begin; b < end; ++b) {
    Spatial v = d.cvel[m.body_parentid[b]];
    const int first = m.body_jntadr[b];
    for (int j = first; j < first + m.body_jntnum[b]; ++j) {
      const int dof = m.jnt_dofadr[j];
      switch (m.jnt_type[j]) {
        case JointType::kFree:
          for (int k = 0; k < 3; ++k) d.cdof_dot[dof + k] = {};
          v.lin += Vec3{d.qvel[dof], d.qvel[dof + 1], d.qvel[dof + 2]};
          v = turn(d, dof + 3, v);
          break;
        case JointType::kBall:
          v = turn(d, dof, v);
          break;
        case JointType::kSlide:
        case JointType::kHinge:
          store(d.cdof_dot[dof], cross_motion(v, d.cdof[dof]));
          v += d.cdof[dof] * d.qvel[dof];
          break;
      }
    }
    store(d.cvel[b], v);
  }
}

}  // namespace

void compute_velocity(const Model& m, Data& d) {
  d.cvel[0] = {};
  for_each_awake_bodies(m, d, compute_velocities);
}

Spatial velocity_at(const Model& m, const Data& d, int body, const Vec3& point) {
  const Spatial& v = d.cvel[body];
  return {v.rot, v.lin + cross(v.rot, point - d.subtree_com[m.body_rootid[body]])};
}

}  // namespace corten
