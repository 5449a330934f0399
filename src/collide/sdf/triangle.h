// Points of a triangle inside a signed distance geom, in the frame of the latter.
#pragma once

#include "collide/narrowphase.h"
#include "collide/sdf/signed_distance.h"

namespace corten {

struct SdfTriangle {
  Vec3 corner[3];
};

// Points found so far and their (negative) distances.
struct SdfPoints {
  Vec3 point[kMaxPairContacts];
  double dist[kMaxPairContacts];
  int count = 0;
};

void add_points_inside(const Model& m, const DistanceField& sdf, const SdfTriangle& triangle, SdfPoints& points);

}  // namespace corten
