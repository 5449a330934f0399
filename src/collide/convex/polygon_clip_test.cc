// Clipping of polygons with known answers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "collide/convex/convex.h"

namespace corten {
namespace {

// The top of a unit square, clockwise seen from above.
const Vec3 kSquare[4] = {{-1, 1, 0}, {1, 1, 0}, {1, -1, 0}, {-1, -1, 0}};

std::vector<Witness> clip(std::span<const Vec3> polygon) {
  Scratch scratch;
  Scratch::Frame frame(scratch);
  Witness out[kMaxWitnesses];
  const int n = clip_to_side({kSquare, {0, 0, 1}, {0, 0, -1}}, polygon, frame, out);
  return {out, out + n};
}

TEST(PolygonClip, CornersBelowAreKeptWithTheirDepth) {
  const Vec3 tilted[4] = {{-.5, -.5, -.1}, {.5, -.5, -.2}, {.5, .5, -.2}, {-.5, .5, -.1}};
  const std::vector<Witness> got = clip(tilted);
  ASSERT_EQ(got.size(), 4u);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(got[i].on2, tilted[i]);
    EXPECT_EQ(got[i].dist, tilted[i].z);
    EXPECT_NEAR(got[i].on1.z, 0, 1e-15);  // against the witness direction, up to the side
  }
}

TEST(PolygonClip, CutAtTheEdges) {
  const Vec3 shifted[4] = {{.5, .5, -.1}, {2, .5, -.1}, {2, .8, -.1}, {.5, .8, -.1}};
  double least = 1e9, most = -1e9;
  const std::vector<Witness> got = clip(shifted);
  ASSERT_EQ(got.size(), 4u);
  for (const Witness& w : got) least = std::min(least, w.on2.x), most = std::max(most, w.on2.x);
  EXPECT_NEAR(least, .5, 1e-15);
  EXPECT_NEAR(most, 1, 1e-15);
}

TEST(PolygonClip, NothingAboveTheSide) {
  const Vec3 above[3] = {{0, 0, .1}, {.1, 0, .1}, {0, .1, .1}};
  EXPECT_TRUE(clip(above).empty());
  const Vec3 outside[3] = {{3, 0, -.1}, {3.1, 0, -.1}, {3, .1, -.1}};
  EXPECT_TRUE(clip(outside).empty());
}

TEST(PolygonClip, EdgeGivesItsTwoEnds) {
  const Vec3 edge[2] = {{-3, 0, -.1}, {.5, 0, -.3}};
  const std::vector<Witness> got = clip(edge);
  ASSERT_EQ(got.size(), 2u);
  EXPECT_NEAR(std::abs(got[0].on2.x - got[1].on2.x), 1.5, 1e-14);
}

TEST(PolygonClip, FourCornersOfALargerPolygon) {
  std::vector<Vec3> octagon;
  for (int i = 0; i < 8; ++i) {
    const double angle = std::numbers::pi * i / 4;
    octagon.push_back({.5 * std::cos(angle), .5 * std::sin(angle), -.1});
  }
  const std::vector<Witness> got = clip(octagon);
  ASSERT_EQ(got.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NE(std::find(octagon.begin(), octagon.end(), got[i].on2), octagon.end());
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(got[i].on2, got[j].on2);
  }
}

}  // namespace
}  // namespace corten
