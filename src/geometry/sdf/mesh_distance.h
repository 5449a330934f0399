// Signed distance of points from the surface of a mesh.
#pragma once

#include <span>

#include "geometry/bvh.h"

namespace corten {

struct MeshSurface {
  std::span<const Vec3> vertices;
  std::span<const int> faces;
  const Bvh& bvh;
};

// Negative inside. The side is that of the nearest triangle: near a sharp edge, where two are equally near, the first
// in the tree decides. `bound` must exceed the distance; a smaller one makes the search shorter.
double signed_distance(const MeshSurface& mesh, const Vec3& point, double bound);

}  // namespace corten
