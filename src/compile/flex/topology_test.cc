// Topology of small flexes, by hand and from MuJoCo.
#include <gtest/gtest.h>

#include <vector>

#include "compile/flex/flex_parts.h"

namespace corten {
namespace {

TEST(FlexTopology, TwoTriangles) {
  const std::vector<Vec3> x{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
  const FlexTopology t = make_flex_topology(2, {0, 1, 2, 2, 1, 3}, x);
  const std::vector<IntVec<2>> edges{{{1, 2}}, {{0, 2}}, {{0, 1}}, {{1, 3}}, {{2, 3}}};
  EXPECT_EQ(t.edge, edges);
  EXPECT_EQ(t.elemedge, (std::vector<int>{0, 1, 2, 3, 4, 0}));
  EXPECT_EQ(t.hinge[0], (IntVec<4>{{1, 2, 0, 3}}));   // as the first triangle runs it, then both corners
  EXPECT_EQ(t.hinge[1], (IntVec<4>{{2, 0, 1, -1}}));  // at the border
  EXPECT_EQ(t.shell, (std::vector<int>{0, 1, 2, 0, 1, 3, 3, 2}));
  EXPECT_EQ(t.elemlayer, (std::vector<int>{0, 0}));
  const std::vector<IntVec<2>> pairs{{{1, 0}}, {{0, 3}}};
  EXPECT_EQ(t.evpair, pairs);
}

TEST(FlexTopology, Lines) {
  const std::vector<Vec3> x(4);
  const FlexTopology t = make_flex_topology(1, {0, 1, 1, 2, 2, 3}, x);
  EXPECT_EQ(t.edge.size(), 3u);
  EXPECT_EQ(t.shell, (std::vector<int>{0, 3}));
  const std::vector<IntVec<2>> pairs{{{1, 0}}, {{0, 2}}, {{2, 1}}, {{1, 3}}};
  EXPECT_EQ(t.evpair, pairs);
}

TEST(FlexTopology, TetrahedraLookOutwards) {
  const std::vector<Vec3> x{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, -1}};
  const FlexTopology t = make_flex_topology(3, {0, 1, 2, 3, 0, 1, 2, 4}, x);
  EXPECT_EQ(t.elem, (std::vector<int>{0, 2, 1, 3, 0, 1, 2, 4}));  // only the first was inside out
  EXPECT_EQ(t.shell.size(), 3u * 6);
  EXPECT_EQ(t.edge.size(), 9u);
  EXPECT_TRUE(t.evpair.empty());
}

// A tetrahedron inside of four others has no border.
TEST(FlexTopology, LayersCountFromTheBorder) {
  const std::vector<Vec3> x{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}, {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}};
  const FlexTopology t = make_flex_topology(3, {0, 1, 2, 3, 1, 2, 3, 4, 0, 2, 3, 5, 0, 1, 3, 6, 0, 1, 2, 7}, x);
  EXPECT_EQ(t.elemlayer, (std::vector<int>{1, 0, 0, 0, 0}));
}

// The same element twice: no fragment is alone, so nothing is at the border.
TEST(FlexTopology, WithoutBorderAllIsFar) {
  const std::vector<Vec3> x{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const FlexTopology t = make_flex_topology(3, {0, 2, 1, 3, 0, 2, 1, 3}, x);
  EXPECT_TRUE(t.shell.empty());
  EXPECT_EQ(t.elemlayer, (std::vector<int>{3, 3}));
}

}  // namespace
}  // namespace corten
