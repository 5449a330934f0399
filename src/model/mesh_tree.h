// The tree of bounding boxes over the triangles of a mesh, as a Model holds it.
//
// Every node holds a range of mesh_treeleaf, the root all of it; its children hold the first half of the range, rounded
// down, and the rest. So the shape of a tree follows from the number of its triangles, and only the boxes of nodes with
// more than kBucket triangles are stored. Such a node is found by the leaf at which it is split: every part has at
// least kBucket / 2 triangles, so no two splits are nearer than that.
#pragma once

#include <span>
#include <vector>

#include "corten/model.h"

namespace corten {

struct MeshNode {
  static constexpr int kBucket = 8;

  int first, count;  // leaves, counted from the mesh's first

  bool is_bucket() const { return count <= kBucket; }
  int split() const { return first + count / 2; }
  MeshNode left() const { return {first, count / 2}; }
  MeshNode right() const { return {split(), count - count / 2}; }
};

inline MeshNode root_of(const Model& m, int mesh) { return {0, m.mesh_facenum[mesh]}; }

// Where the box of a node that is no bucket is stored: among those of its mesh, and in the Model.
inline int tree_box(const MeshNode& node) { return node.split() / (MeshNode::kBucket / 2); }
inline int first_tree_box(const Model& m, int mesh) { return m.mesh_faceadr[mesh] / (MeshNode::kBucket / 2) + mesh; }
inline int tree_box(const Model& m, int mesh, const MeshNode& node) { return first_tree_box(m, mesh) + tree_box(node); }

// The triangles of a mesh: three coordinates of each vertex, three vertices of each triangle, and their order in the tree.
struct MeshTriangles {
  const float* vertex;
  const int* face;
  std::span<const int> leaves;
};

// The boxes of a tree, each at tree_box(node).
std::vector<FloatVec<6>> mesh_tree_boxes(const MeshTriangles& mesh);

// The box of any node (min, max).
FloatVec<6> box_of(const Model& m, int mesh, const MeshNode& node);

// Stores a tree with this order of leaves and these boxes.
void fill_mesh_tree(Model& m, int mesh, std::span<const int> leaves, std::span<const FloatVec<6>> boxes);

}  // namespace corten
