// Adhesion: the two bodies of an adhesive contact attract each other with a constant force along the normal, also while
// the contact is still in the gap. The force pulls the second body against the normal, the first along it.
#include "dynamics/actuator/actuator.h"
#include "dynamics/jacobian.h"

namespace corten {

bool compute_adhesion(const Model& m, Data& d) {
  if (m.opt.disableflags & kDisableContact) return false;
  bool any = false;
  for (const Contact& contact : d.contact) {
    if (contact.adhesion == 0 || contact.exclude > kContactInGap) continue;
    any = true;
    const Vec3 pull = row(contact.frame, 0) * contact.adhesion;
    for (int side = 0; side < 2; ++side) {
      if (contact.geom[side] < 0) continue;
      const int body = m.geom_bodyid[contact.geom[side]];
      apply_wrench(m, d, side == 0 ? pull : -pull, {}, contact.pos, body, d.qfrc_adhesion);
    }
  }
  return any;
}

}  // namespace corten
