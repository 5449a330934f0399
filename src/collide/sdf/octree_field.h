// Signed distance inside and around the octree of a mesh.
#pragma once

#include "corten/model.h"

namespace corten {

struct DistanceAndGradient {
  double distance;
  Vec3 gradient;
};

// In the frame of the mesh, which must have an octree. Inside the root the distance is interpolated between the corners
// of a leaf; outside, the distance from the root is added to the value at its boundary.
double octree_distance(const Model& m, int mesh, const Vec3& point);
DistanceAndGradient octree_gradient(const Model& m, int mesh, const Vec3& point);

}  // namespace corten
