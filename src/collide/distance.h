// Distance between two geoms.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// Signed distance, negative: penetration, at most `distmax`. `from` on geom1 and `to` on geom2 are the nearest points;
// both are zero where the distance is not below `distmax`. Null: not wanted.
double geom_distance(const Model& m, Data& d, int geom1, int geom2, double distmax, Vec3* from, Vec3* to);

}  // namespace corten
