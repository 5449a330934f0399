// Contacts of a world; distances of geoms.
#pragma once

#include "collide/convex/convex.h"
#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// ---- contacts
//
// All contacts of a world: who may touch, who is near, where they touch, with which parameters.

// Fills Data::contact in MuJoCo's order.
void compute_contacts(const Model& m, Data& d);

// ---- proximity
//
// Nearest points of two convex shapes, or their contacts where they overlap.

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

// ---- distance
//
// Distance between two geoms.

// Signed distance, negative: penetration, at most `distmax`. `from` on geom1 and `to` on geom2 are the nearest points;
// both are zero where the distance is not below `distmax`. Null: not wanted.
double geom_distance(const Model& m, Data& d, int geom1, int geom2, double distmax, Vec3* from, Vec3* to);

}  // namespace corten
