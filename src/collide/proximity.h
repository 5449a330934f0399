// Nearest points of two convex shapes, or their contacts where they overlap.
#pragma once

#include "collide/convex/multicontact.h"

namespace corten {

struct ProximityQuery {
  double cutoff = 0;     // distances above are not wanted; 0: overlaps only
  int max_contacts = 1;  // more than 1: contact patches of boxes and meshes
};

struct Proximity {
  double dist;  // smallest, negative: penetration; kNoDistance: separated by more than the cutoff
  int count;    // number of witnesses, 0: not known
  Witness witness[kMaxWitnesses];
};

Proximity find_proximity(const Model& m, Shape& a, Shape& b, const ProximityQuery& query, Scratch& scratch);

}  // namespace corten
