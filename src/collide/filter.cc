// Who may touch whom: body filters and detection distances.
#include "collide/filter.h"

namespace corten {

bool bodies_may_touch(const Model& m, int body1, int body2) {
  const int weld1 = m.body_weldid[body1], weld2 = m.body_weldid[body2];
  if (weld1 == weld2) return false;
  if (m.body_dofnum[weld1] == 0 && m.body_dofnum[weld2] == 0) return false;
  if ((m.opt.disableflags & kDisableFilterParent) || weld1 == 0 || weld2 == 0) return true;
  return weld1 != m.body_weldid[m.body_parentid[weld2]] && weld2 != m.body_weldid[m.body_parentid[weld1]];
}

double contact_margin(const Model& m, int geom1, int geom2, int pair) {
  if (m.opt.enableflags & kEnableOverride) return m.opt.o_margin;
  return pair >= 0 ? m.pair_margin[pair] : m.geom_margin[geom1] + m.geom_margin[geom2];
}

double contact_gap(const Model& m, int geom1, int geom2, int pair) {
  return pair >= 0 ? m.pair_gap[pair] : m.geom_gap[geom1] + m.geom_gap[geom2];
}

}  // namespace corten
