// Boxes of the tree over the triangles of a mesh: those of buckets from their corners, others from their parts.
#include "model/mesh_tree.h"

#include <algorithm>
#include <limits>

namespace corten {

namespace {

FloatVec<6> bucket_box(const Model& m, int mesh, const MeshNode& node) {
  const int face = m.mesh_faceadr[mesh], vert = m.mesh_vertadr[mesh];
  constexpr float kFar = std::numeric_limits<float>::infinity();
  FloatVec<6> box{{kFar, kFar, kFar, -kFar, -kFar, -kFar}};
  for (const int triangle : m.mesh_treeleaf.span(face + node.first, node.count)) {
    for (const int v : m.mesh_face[face + triangle].v) {
      const FloatVec<3>& p = m.mesh_vert[vert + v];
      for (int k = 0; k < 3; ++k) {
        box[k] = std::min(box[k], p[k]);
        box[3 + k] = std::max(box[3 + k], p[k]);
      }
    }
  }
  return box;
}

FloatVec<6> store_box(Model& m, int mesh, const MeshNode& node) {
  if (node.is_bucket()) return bucket_box(m, mesh, node);
  const FloatVec<6> a = store_box(m, mesh, node.left()), b = store_box(m, mesh, node.right());
  FloatVec<6>& box = m.mesh_treebox[tree_box(m, mesh, node)];
  for (int k = 0; k < 3; ++k) {
    box[k] = std::min(a[k], b[k]);
    box[3 + k] = std::max(a[3 + k], b[3 + k]);
  }
  return box;
}

}  // namespace

FloatVec<6> box_of(const Model& m, int mesh, const MeshNode& node) {
  return node.is_bucket() ? bucket_box(m, mesh, node) : m.mesh_treebox[tree_box(m, mesh, node)];
}

void fill_mesh_tree(Model& m, int mesh, std::span<const int> leaves) {
  std::copy(leaves.begin(), leaves.end(), m.mesh_treeleaf.data() + m.mesh_faceadr[mesh]);
  if (!leaves.empty()) store_box(m, mesh, root_of(m, mesh));
}

}  // namespace corten
