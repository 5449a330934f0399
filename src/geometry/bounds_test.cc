// Numbers are MuJoCo's geom_aabb and geom_rbound.
#include "geometry/bounds.h"

#include <gtest/gtest.h>

#include <cmath>

namespace corten {
namespace {

void expect_near(const Vec3& a, const Vec3& b) {
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(a[i], b[i], 1e-15 * (1 + std::abs(b[i]))) << "component " << i;
}

TEST(Bounds, Primitives) {
  const Vec3 size{0.1, 0.2, 0.3};
  expect_near(geom_aabb(GeomType::kSphere, size).half, {0.1, 0.1, 0.1});
  expect_near(geom_aabb(GeomType::kCapsule, {0.1, 0.3, 0}).half, {0.1, 0.1, 0.4});
  expect_near(geom_aabb(GeomType::kCylinder, {0.1, 0.3, 0}).half, {0.1, 0.1, 0.3});
  expect_near(geom_aabb(GeomType::kEllipsoid, size).half, size);
  expect_near(geom_aabb(GeomType::kBox, size).half, size);
  EXPECT_DOUBLE_EQ(geom_rbound(GeomType::kSphere, size), 0.1);
  EXPECT_DOUBLE_EQ(geom_rbound(GeomType::kCapsule, {0.1, 0.3, 0}), 0.4);
  EXPECT_DOUBLE_EQ(geom_rbound(GeomType::kCylinder, {0.1, 0.3, 0}), 0.31622776601683794);
  EXPECT_DOUBLE_EQ(geom_rbound(GeomType::kEllipsoid, size), 0.3);
  EXPECT_DOUBLE_EQ(geom_rbound(GeomType::kBox, size), 0.37416573867739417);
}

TEST(Bounds, PlaneIsHalfSpace) {
  const Aabb aabb = geom_aabb(GeomType::kPlane, {1, 1, 0.1});
  expect_near(aabb.center, {0, 0, -5e9});
  expect_near(aabb.half, {1e10, 1e10, 5e9});
  EXPECT_EQ(geom_rbound(GeomType::kPlane, {1, 1, 0.1}), 0);
}

// <hfield size="1 2 .5 .1"/>
TEST(Bounds, HeightField) {
  const Vec<4> size{{1, 2, 0.5, 0.1}};
  expect_near(hfield_aabb(size).center, {0, 0, 0.2});
  expect_near(hfield_aabb(size).half, {1, 2, 0.3});
  EXPECT_DOUBLE_EQ(hfield_rbound(size), 2.29128784747792);
  expect_near(hfield_geom_size(size), {1, 2, 0.175});
}

TEST(Bounds, MeshBox) {
  const Box box{{-1, -2, 1}, {3, 1, 2}};
  expect_near(mesh_aabb(box).center, {1, -0.5, 1.5});
  expect_near(mesh_aabb(box).half, {2, 1.5, 0.5});
  expect_near(reach(box), {3, 2, 2});
  EXPECT_DOUBLE_EQ(mesh_rbound(box), std::sqrt(17.0));
}

}  // namespace
}  // namespace corten
