// Octrees of meshes: cells that are small near the surface, with the signed distance from it at their corners.
//
// The distance at any point is interpolated from the corners of the leaf that contains it. Where a leaf meets a larger
// one, its corners on the common face that the larger leaf does not have take the interpolated value, so that the
// distance is continuous.
#pragma once

#include <span>
#include <vector>

#include "geometry/bounds.h"
#include "geometry/bvh.h"

namespace corten {

// A parent comes before its children and the root is cell 0. Corner and child k lie on the upper side of
// axis i if bit i of k is set.
struct Octree {
  std::vector<int> depth;
  std::vector<IntVec<8>> child;  // all -1: a leaf
  std::vector<Vec<6>> aabb;      // centre and half sizes
  std::vector<Vec<8>> coeff;     // signed distance at the corners
  int size() const { return static_cast<int>(depth.size()); }
};

// The octree of a mesh; `bvh` is the tree over its triangles.
Octree build_octree(std::span<const Vec3> vertices, std::span<const int> faces, const Box& bounds, const Bvh& bvh);

}  // namespace corten
