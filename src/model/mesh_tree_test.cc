// Trees over the triangles of a mesh: each triangle once, boxes that hold their triangles and no more.
#include "model/mesh_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>

#include "model/builder.h"

namespace corten {
namespace {

// Meshes of small triangles at random places, with their leaves in the order of x.
Model scattered(std::initializer_list<int> counts) {
  Model m;
  m.nmesh = static_cast<int>(counts.size());
  m.nmeshface = std::accumulate(counts.begin(), counts.end(), 0);
  m.nmeshvert = 3 * m.nmeshface;
  ModelBuilder::allocate(m);
  std::mt19937 random(3);
  std::uniform_real_distribution<float> place(-1, 1), size(0, 0.1f);
  int mesh = 0, face = 0;
  for (const int count : counts) {
    m.mesh_faceadr[mesh] = face, m.mesh_vertadr[mesh] = 3 * face, m.mesh_facenum[mesh] = count;
    std::vector<int> leaves(count);
    for (int f = 0; f < count; ++f, ++face) {
      const float x = place(random);
      for (int k = 0; k < 3; ++k) {
        m.mesh_face[face][k] = 3 * f + k;
        m.mesh_vert[3 * face + k] = {{x + size(random), place(random), size(random)}};
      }
      leaves[f] = f;
    }
    std::ranges::sort(leaves, {}, [&](int f) { return m.mesh_vert[m.mesh_vertadr[mesh] + 3 * f][0]; });
    const MeshTriangles triangles{m.mesh_vert[m.mesh_vertadr[mesh]].v, m.mesh_face[m.mesh_faceadr[mesh]].v, leaves};
    if (count > 0) fill_mesh_tree(m, mesh, leaves, mesh_tree_boxes(triangles));
    ++mesh;
  }
  return m;
}

// Walks down, and returns the triangles below.
std::set<int> check(const Model& m, int mesh, const MeshNode& node, std::set<int>& places) {
  std::set<int> faces;
  if (node.is_bucket()) {
    for (const int f : m.mesh_treeleaf.span(m.mesh_faceadr[mesh] + node.first, node.count)) faces.insert(f);
  } else {
    EXPECT_TRUE(places.insert(tree_box(m, mesh, node)).second) << "two nodes share a box";
    faces = check(m, mesh, node.left(), places);
    faces.merge(check(m, mesh, node.right(), places));
  }
  const FloatVec<6> box = box_of(m, mesh, node);
  for (int k = 0; k < 3; ++k) {
    float low = 9, high = -9;
    for (const int f : faces) {
      for (int i = 0; i < 3; ++i) {
        low = std::min(low, m.mesh_vert[m.mesh_vertadr[mesh] + 3 * f + i][k]);
        high = std::max(high, m.mesh_vert[m.mesh_vertadr[mesh] + 3 * f + i][k]);
      }
    }
    EXPECT_EQ(box[k], low);
    EXPECT_EQ(box[3 + k], high);
  }
  return faces;
}

TEST(MeshTree, BoxesAreTightAndTheirPlacesDistinct) {
  const Model m = scattered({1, 2, 8, 9, 0, 10, 17, 33, 64, 65, 1000, 1001});
  std::set<int> places;
  for (int mesh = 0; mesh < m.nmesh; ++mesh) {
    if (m.mesh_facenum[mesh] == 0) continue;
    const std::set<int> faces = check(m, mesh, root_of(m, mesh), places);
    EXPECT_EQ(static_cast<int>(faces.size()), m.mesh_facenum[mesh]);
  }
  EXPECT_GT(places.size(), 200u);
}

}  // namespace
}  // namespace corten
