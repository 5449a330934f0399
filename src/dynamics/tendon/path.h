// The path of a spatial tendon as a sequence of legs, each from a site to the next site, possibly round a geom.
#pragma once

#include "corten/model.h"

namespace corten {

struct TendonLeg {
  int from = 0, to = 0;       // sites
  int wrap = -1;              // place of the wrapping geom in wrap_objid, -1: none
  double divisor = 1;         // of the pulley branch
  bool after_pulley = false;  // first leg behind a pulley
  bool ends_branch = false;   // a pulley or nothing follows
};

inline bool is_fixed_tendon(const Model& m, int tendon) {
  return m.wrap_type[m.tendon_adr[tendon]] == WrapType::kJoint;
}

template <class Visit>
void for_each_leg(const Model& m, int tendon, Visit&& visit) {
  const int last = m.tendon_adr[tendon] + m.tendon_num[tendon] - 1;
  TendonLeg leg;
  for (int i = m.tendon_adr[tendon]; i < last;) {
    if (m.wrap_type[i] == WrapType::kPulley) {
      leg.divisor = m.wrap_prm[i];
      leg.after_pulley = true;
      ++i;
      continue;
    }
    if (m.wrap_type[i + 1] == WrapType::kPulley) {
      ++i;
      continue;
    }
    const bool wraps = m.wrap_type[i + 1] != WrapType::kSite;
    leg.from = m.wrap_objid[i];
    leg.wrap = wraps ? i + 1 : -1;
    i += wraps ? 2 : 1;
    leg.to = m.wrap_objid[i];
    leg.ends_branch = i == last || m.wrap_type[i + 1] == WrapType::kPulley;
    visit(leg);
    leg.after_pulley = false;
  }
}

}  // namespace corten
