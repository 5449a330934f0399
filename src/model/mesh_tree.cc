// Boxes of the tree over the triangles of a mesh: those of buckets from their corners, others from their parts.
#include "model/mesh_tree.h"

#include <algorithm>
#include <limits>

namespace corten {

namespace {

FloatVec<6> bucket_box(const MeshTriangles& mesh, const MeshNode& node) {
  constexpr float kFar = std::numeric_limits<float>::infinity();
  FloatVec<6> box{{kFar, kFar, kFar, -kFar, -kFar, -kFar}};
  for (const int triangle : mesh.leaves.subspan(node.first, node.count)) {
    for (int corner = 3 * triangle; corner < 3 * triangle + 3; ++corner) {
      const float* p = mesh.vertex + 3 * mesh.face[corner];
      for (int k = 0; k < 3; ++k) {
        box[k] = std::min(box[k], p[k]);
        box[3 + k] = std::max(box[3 + k], p[k]);
      }
    }
  }
  return box;
}

// Writes the boxes of the node and of those below it.
FloatVec<6> write_boxes(const MeshTriangles& mesh, const MeshNode& node, std::span<FloatVec<6>> boxes) {
  if (node.is_bucket()) return bucket_box(mesh, node);
  const FloatVec<6> a = write_boxes(mesh, node.left(), boxes), b = write_boxes(mesh, node.right(), boxes);
  FloatVec<6>& box = boxes[tree_box(node)];
  for (int k = 0; k < 3; ++k) {
    box[k] = std::min(a[k], b[k]);
    box[3 + k] = std::max(a[3 + k], b[3 + k]);
  }
  return box;
}

}  // namespace

std::vector<FloatVec<6>> mesh_tree_boxes(const MeshTriangles& mesh) {
  const MeshNode root{0, static_cast<int>(mesh.leaves.size())};
  std::vector<FloatVec<6>> boxes(tree_box({0, 2 * root.count}) + 1);
  if (root.count > 0) write_boxes(mesh, root, boxes);
  return boxes;
}

FloatVec<6> box_of(const Model& m, int mesh, const MeshNode& node) {
  if (!node.is_bucket()) return m.mesh_treebox[tree_box(m, mesh, node)];
  const int face = m.mesh_faceadr[mesh];
  return bucket_box(
      {m.mesh_vert[m.mesh_vertadr[mesh]].v, m.mesh_face[face].v, m.mesh_treeleaf.span(face, m.mesh_facenum[mesh])},
      node);
}

void fill_mesh_tree(Model& m, int mesh, std::span<const int> leaves, std::span<const FloatVec<6>> boxes) {
  std::copy(leaves.begin(), leaves.end(), m.mesh_treeleaf.data() + m.mesh_faceadr[mesh]);
  std::copy(boxes.begin(), boxes.end(), m.mesh_treebox.data() + first_tree_box(m, mesh));
}

}  // namespace corten
