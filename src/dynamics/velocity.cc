// Body velocities about the tree's centre of mass, from the root to the leaves:
//   cvel(b)     = cvel(parent) + sum over its dofs of cdof qvel
//   cdof_dot(d) = v x cdof(d), with v the velocity of the frame in which the axis is fixed
// The axis of a slide or hinge is fixed in what the joints before it moved; the three axes of a ball are fixed in the
// body but share one rotation, so all three use the velocity before it; the translation axes of a free joint are fixed in
// the world.
#include "dynamics/velocity.h"

#include "math/spatial.h"

namespace corten {

void compute_velocity(const Model& m, Data& d) {
  d.cvel[0] = {};
  for (int b = 1; b < m.nbody; ++b) {
    Spatial v = d.cvel[m.body_parentid[b]];
    const int first = m.body_jntadr[b];
    for (int j = first; j < first + m.body_jntnum[b]; ++j) {
      int dof = m.jnt_dofadr[j];
      int count = 1;
      if (m.jnt_type[j] == JointType::kFree) {
        for (int k = 0; k < 3; ++k, ++dof) {
          d.cdof_dot[dof] = {};
          v.lin[k] += d.qvel[dof];
        }
        count = 3;
      } else if (m.jnt_type[j] == JointType::kBall) {
        count = 3;
      }
      Spatial moved = v;
      for (int k = 0; k < count; ++k, ++dof) {
        d.cdof_dot[dof] = cross_motion(v, d.cdof[dof]);
        moved += d.cdof[dof] * d.qvel[dof];
      }
      v = moved;
    }
    d.cvel[b] = v;
  }
}

Spatial velocity_at(const Model& m, const Data& d, int body, const Vec3& point) {
  const Spatial& v = d.cvel[body];
  return {v.rot, v.lin + cross(v.rot, point - d.subtree_com[m.body_rootid[body]])};
}

}  // namespace corten
