// A cube cut into octants, two cubes cut at once, a plane in a face.
#include <gtest/gtest.h>

#include "geometry/mesh/decompose.h"
#include "math/vec3.h"

namespace corten {
namespace {

ClosedSurface cube(double half) {
  ClosedSurface solid;
  for (int c = 0; c < 8; ++c) {
    solid.points.push_back({c & 1 ? half : -half, c & 2 ? half : -half, c & 4 ? half : -half});
  }
  solid.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                     {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  solid.volume = 8 * half * half * half;
  return solid;
}

SolidPiece octant(const BoxCutter& cutter, double at) {
  return cutter.cut(cutter.cut(cutter.cut(cutter.whole(), {0, at}, true), {1, at}, false), {2, at}, true);
}

TEST(BoxCut, OctantOfACube) {
  const ClosedSurface solid = cube(1);
  const BoxCutter cutter(solid);
  const SolidPiece piece = octant(cutter, 0.25);
  EXPECT_NEAR(piece.volume(), 1.25 * 0.75 * 1.25, 1e-12);
  ASSERT_EQ(piece.corners.size(), 1u);  // inside the cube, where the three planes meet
  EXPECT_EQ(piece.corners[0], (Vec3{0.25, 0.25, 0.25}));
  for (const Vec3& p : piece.extreme_candidates()) {
    EXPECT_LE(p.x, 0.25);
    EXPECT_GE(p.y, 0.25);
    EXPECT_LE(p.z, 0.25);
  }
}

// Two cubes make a cross-section of two squares, which no fan of triangles inside it can fill.
TEST(BoxCut, CapOfTwoSquares) {
  ClosedSurface solid = cube(1);
  const ClosedSurface other = cube(0.5);
  for (const Vec3& p : other.points) solid.points.push_back(p + Vec3{4, 3, 0});
  for (const Triangle3& t : other.triangles) solid.triangles.push_back({t[0] + 8, t[1] + 8, t[2] + 8});
  const BoxCutter cutter(solid);
  const SolidPiece below = cutter.cut(cutter.whole(), {2, 0.2}, true);
  EXPECT_NEAR(below.volume(), 4 * 1.2 + 0.7, 1e-12);
  const SolidPiece left = cutter.cut(below, {0, 3.75}, true), right = cutter.cut(below, {0, 3.75}, false);
  EXPECT_NEAR(left.volume(), 4 * 1.2 + 0.25 * 0.7, 1e-12);
  EXPECT_NEAR(right.volume(), 0.75 * 0.7, 1e-12);
  for (const Vec3& p : right.extreme_candidates()) EXPECT_GE(p.y, 2.5);  // the fan reaches further, the piece does not
}

// A plane in a face: one side is everything, the other nothing.
TEST(BoxCut, PlaneInAFace) {
  const ClosedSurface solid = cube(1);
  const BoxCutter cutter(solid);
  EXPECT_NEAR(cutter.cut(cutter.whole(), {0, 1}, true).volume(), 8, 1e-12);
  const SolidPiece nothing = cutter.cut(cutter.whole(), {0, 1}, false);
  EXPECT_NEAR(nothing.volume(), 0, 1e-12);
  EXPECT_TRUE(nothing.surface.empty());
}

}  // namespace
}  // namespace corten
