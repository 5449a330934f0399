// Trees of bounding boxes: every leaf once, parents contain children.
#include "geometry/bvh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "math/vec3.h"

namespace corten {
namespace {

bool contains(const Vec<6>& outer, const Vec<6>& inner) {
  for (int k = 0; k < 3; ++k) {
    if (outer[k] - outer[k + 3] > inner[k] - inner[k + 3] + 1e-12) return false;
    if (outer[k] + outer[k + 3] < inner[k] + inner[k + 3] - 1e-12) return false;
  }
  return true;
}

std::vector<BvhElement> random_elements(int count) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> position(-3, 3), size(0, 0.5);
  std::vector<BvhElement> elements;
  for (int i = 0; i < count; ++i) {
    const Vec3 center{position(random), position(random), position(random)};
    const Vec3 half{size(random), size(random), size(random)};
    elements.push_back({i, center, {center - half, center + half}});
  }
  return elements;
}

TEST(Bvh, NothingGivesNoTree) { EXPECT_EQ(build_bvh({}).size(), 0); }

TEST(Bvh, OneElementIsALeaf) {
  const Bvh tree = build_bvh({{7, {1, 2, 3}, {{0, 1, 2}, {2, 3, 4}}}});
  ASSERT_EQ(tree.size(), 1);
  EXPECT_EQ(tree.nodeid[0], 7);
  EXPECT_EQ(tree.child[0], (IntVec<2>{{-1, -1}}));
  EXPECT_EQ(tree.aabb[0], (Vec<6>{{1, 2, 3, 1, 1, 1}}));
}

TEST(Bvh, EveryElementHasOneLeafInsideItsParents) {
  for (const int count : {2, 3, 10, 257}) {
    const Bvh tree = build_bvh(random_elements(count));
    ASSERT_EQ(tree.size(), 2 * count - 1);
    std::vector<int> leaves(count, 0);
    for (int node = 0; node < tree.size(); ++node) {
      if (tree.nodeid[node] >= 0) {
        ++leaves[tree.nodeid[node]];
        continue;
      }
      for (const int child : {tree.child[node][0], tree.child[node][1]}) {
        ASSERT_GT(child, node);
        EXPECT_EQ(tree.depth[child], tree.depth[node] + 1);
        EXPECT_TRUE(contains(tree.aabb[node], tree.aabb[child]));
      }
    }
    EXPECT_TRUE(std::all_of(leaves.begin(), leaves.end(), [](int n) { return n == 1; }));
    EXPECT_LE(*std::max_element(tree.depth.begin(), tree.depth.end()), 9);
  }
}

// The left child holds the lower half along the longest side, the right one the rest.
TEST(Bvh, SplitsTheLongestSideAtTheMedian) {
  std::vector<BvhElement> elements;
  for (int i = 0; i < 5; ++i) {
    const Vec3 p{0, 0.1 * i, 10.0 - i};
    elements.push_back({i, p, {p, p}});
  }
  const Bvh tree = build_bvh(elements);
  const int left = tree.child[0][0], right = tree.child[0][1];
  EXPECT_NEAR(tree.aabb[left][2], 6.5, 1e-12);   // 6, 7
  EXPECT_NEAR(tree.aabb[right][2], 9.0, 1e-12);  // 8, 9, 10
}

TEST(Bvh, FlatBoxesGetAThickness) {
  const Bvh tree = build_bvh({{0, {}, {{-1, -1, 2}, {1, 1, 2}}}});
  EXPECT_GT(tree.aabb[0][5], 0);
  EXPECT_LT(tree.aabb[0][5], 1e-13);
}

TEST(Bvh, TrianglesWithoutAreaAreKept) {
  const std::vector<Vec3> vertices{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 1, 0}};
  const std::vector<int> faces{0, 1, 2, 0, 1, 3, 1, 1, 1, 2, 3, 1, 0, 0, 3};
  const Bvh tree = build_mesh_bvh(vertices, faces);
  EXPECT_EQ(tree.size(), 9);
}

}  // namespace
}  // namespace corten
