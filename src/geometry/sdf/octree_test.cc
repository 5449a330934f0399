// Octrees of meshes: invariants of the cells, and distances of a box, whose distance is known.
#include "geometry/sdf/octree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "math/vec3.h"

namespace corten {
namespace {

// A box about the origin, two triangles per face.
struct OctreeBox {
  explicit OctreeBox(const Vec3& half) : size(half) {
    for (int k = 0; k < 8; ++k) {
      vertices.push_back({k & 1 ? half.x : -half.x, k & 2 ? half.y : -half.y, k & 4 ? half.z : -half.z});
    }
    bvh = build_mesh_bvh(vertices, faces);
  }
  Octree octree() const { return build_octree(vertices, faces, {-size, size}, bvh); }

  double distance(const Vec3& p) const {
    const Vec3 out{std::abs(p.x) - size.x, std::abs(p.y) - size.y, std::abs(p.z) - size.z};
    const double inside = std::min(std::max({out.x, out.y, out.z}), 0.0);
    return norm({std::max(out.x, 0.0), std::max(out.y, 0.0), std::max(out.z, 0.0)}) + inside;
  }

  Vec3 size;
  std::vector<Vec3> vertices;
  std::vector<int> faces = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                            2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
  Bvh bvh;
};

Vec3 corner_of(const Vec<6>& box, int k) {
  return {box[0] + (k & 1 ? box[3] : -box[3]), box[1] + (k & 2 ? box[4] : -box[4]),
          box[2] + (k & 4 ? box[5] : -box[5])};
}

TEST(Octree, RootIsLargerThanTheMesh) {
  const Octree tree = OctreeBox({0.3, 0.2, 0.1}).octree();
  EXPECT_NEAR(tree.aabb[0][3], 0.33, 1e-15);
  EXPECT_NEAR(tree.aabb[0][5], 0.11, 1e-15);
  EXPECT_EQ(*std::max_element(tree.depth.begin(), tree.depth.end()), OctreeCells::kMaxDepth);
}

TEST(Octree, ChildrenFillTheirParent) {
  const Octree tree = OctreeBox({0.3, 0.2, 0.1}).octree();
  for (int i = 0; i < tree.size(); ++i) {
    const int leaf = tree.child[i][0] < 0;
    for (int k = 0; k < 8; ++k) {
      ASSERT_EQ(tree.child[i][k] < 0, leaf);
      if (leaf) continue;
      const int child = tree.child[i][k];
      ASSERT_EQ(tree.depth[child], tree.depth[i] + 1);
      ASSERT_LT(norm(corner_of(tree.aabb[child], k) - corner_of(tree.aabb[i], k)), 1e-14);
    }
  }
}

TEST(Octree, CornersHaveTheDistanceUnlessTheyHang) {
  const OctreeBox box({0.3, 0.2, 0.1});
  const OctreeCells cells = build_octree_cells(box.vertices, box.faces, {-box.size, box.size});
  const Octree tree = box.octree();
  ASSERT_EQ(static_cast<int>(cells.cells.size()), tree.size());
  int hanging = 0;
  for (int i = 0; i < tree.size(); ++i) {
    for (int k = 0; k < 8; ++k) {
      const OctreeCells::Corner& corner = cells.corners[cells.cells[i].corner[k]];
      if (corner.support_count == 0) {
        ASSERT_NEAR(std::abs(tree.coeff[i][k]), std::abs(box.distance(corner.pos)), 1e-14);
        if (std::abs(tree.coeff[i][k]) > 1e-12) {
          ASSERT_EQ(tree.coeff[i][k] > 0, box.distance(corner.pos) > 0);
        }
        continue;
      }
      ++hanging;
      Vec3 mean;
      for (int s = 0; s < corner.support_count; ++s) mean += cells.corners[corner.support[s]].pos;
      ASSERT_LT(norm(mean * (1.0 / corner.support_count) - corner.pos), 1e-14);
    }
  }
  EXPECT_GT(hanging, 0);
}

TEST(TriangleBox, Cases) {
  const TriangleTest t({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
  EXPECT_TRUE(t.meets({{0.1, 0.1, -0.1}, {0.2, 0.2, 0.1}}));
  EXPECT_TRUE(t.meets({{-5, -5, -5}, {5, 5, 5}}));
  EXPECT_FALSE(t.meets({{0.1, 0.1, 0.1}, {0.2, 0.2, 0.2}}));   // above
  EXPECT_FALSE(t.meets({{0.8, 0.8, -0.1}, {0.9, 0.9, 0.1}}));  // beyond the long edge
  EXPECT_FALSE(t.meets({{2, 0, -0.1}, {3, 1, 0.1}}));
}

}  // namespace
}  // namespace corten
