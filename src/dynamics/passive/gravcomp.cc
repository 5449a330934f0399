// Gravity compensation: a force -gravcomp m g at the centre of mass of each body, J' of it in joint space.
#include "dynamics/jacobian.h"
#include "dynamics/passive/passive.h"

namespace corten {

bool compute_gravcomp(const Model& m, Data& d) {
  if (m.ngravcomp == 0 || (m.opt.disableflags & kDisableGravity) || norm(m.opt.gravity) == 0) return false;
  for (int b = 1; b < m.nbody; ++b) {
    if (m.body_gravcomp[b] == 0) continue;
    const Vec3 force = m.opt.gravity * -(m.body_mass[b] * m.body_gravcomp[b]);
    apply_wrench(m, d, force, {}, d.xipos[b], b, d.qfrc_gravcomp);
  }
  return true;
}

}  // namespace corten
