// Trees of bounding boxes: which geoms of a body, or which triangles of a mesh, are near something.
#pragma once

#include <span>
#include <vector>

#include "corten/types.h"
#include "geometry/bounds.h"

namespace corten {

// One thing to be found by the tree, in the tree's frame.
struct BvhElement {
  int id = 0;
  Vec3 center;  // decides on which side of a split it falls
  Box box;
};

// The nodes of one tree; a parent comes before its children and the root is node 0.
struct Bvh {
  std::vector<int> depth;
  std::vector<IntVec<2>> child;  // -1: none
  std::vector<int> nodeid;       // id of a leaf's element, -1: inner node
  std::vector<Vec<6>> aabb;      // centre and half sizes
  int size() const { return static_cast<int>(depth.size()); }
};

Bvh build_bvh(const std::vector<BvhElement>& elements);

// The tree over the triangles of a mesh.
Bvh build_mesh_bvh(std::span<const Vec3> vertices, std::span<const int> faces);

}  // namespace corten
