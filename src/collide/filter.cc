// Who may touch whom: body filters and detection distances.
#include "collide/filter.h"

namespace corten {

double contact_margin(const Model& m, int geom1, int geom2, int pair) {
  if (m.opt.enableflags & kEnableOverride) return m.opt.o_margin;
  return pair >= 0 ? m.pair_margin[pair] : m.geom_margin[geom1] + m.geom_margin[geom2];
}

double contact_gap(const Model& m, int geom1, int geom2, int pair) {
  return pair >= 0 ? m.pair_gap[pair] : m.geom_gap[geom1] + m.geom_gap[geom2];
}

}  // namespace corten
