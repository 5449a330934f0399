// Support functions against their definition: no point of the shape lies farther along the direction.
#include "collide/convex/support.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "collide/pairs/asset_pair_test.h"

namespace corten {
namespace {

Vec3 random_direction(std::mt19937& random) {
  std::normal_distribution<double> normal;
  Vec3 dir{normal(random), normal(random), normal(random)};
  normalize(dir);
  return dir;
}

// The geom, placed in the world, and the largest product over its surface in its own frame.
Shape shape_of(const Model& m, Data& d) {
  place_geoms(m, d);
  return make_shape(m, d, 0, 0);
}

TEST(Support, RoundShapesReachAsFarAsTheyShould) {
  struct Case {
    const char* geom;
    double (*reach)(const Vec3& local);
  };
  const Case cases[] = {
      {"type='sphere' size='.1'", [](const Vec3&) { return 0.1; }},
      {"type='capsule' size='.1 .3'", [](const Vec3& u) { return 0.1 + 0.3 * std::abs(u.z); }},
      {"type='ellipsoid' size='.1 .2 .3'",
       [](const Vec3& u) {
         return norm({0.1 * u.x, 0.2 * u.y, 0.3 * u.z});
       }},
      {"type='cylinder' size='.1 .3'", [](const Vec3& u) { return 0.1 * std::hypot(u.x, u.y) + 0.3 * std::abs(u.z); }},
      {"type='box' size='.1 .2 .3'",
       [](const Vec3& u) { return 0.1 * std::abs(u.x) + 0.2 * std::abs(u.y) + 0.3 * std::abs(u.z); }},
  };
  std::mt19937 random(1);
  for (const Case& c : cases) {
    SCOPED_TRACE(c.geom);
    const Model m = load_pair(std::string(c.geom) + " pos='1 2 3' euler='10 20 30'", "type='sphere' size='1'");
    Data d(m);
    Shape s = shape_of(m, d);
    for (int i = 0; i < 100; ++i) {
      const Vec3 dir = random_direction(random);
      EXPECT_NEAR(dot(support(s, dir) - s.pos, dir), c.reach(mul_transposed(s.mat, dir)), 1e-14);
    }
  }
}

TEST(Support, BoxNamesItsCorner) {
  const Model m = load_pair("type='box' size='.1 .2 .3'", "type='sphere' size='1'");
  Data d(m);
  Shape s = shape_of(m, d);
  support(s, {1, -1, 1});
  EXPECT_EQ(s.feature, 1 + 4);
}

// A mesh of twelve vertices is searched along the hull, one of eight exhaustively; both find the farthest vertex.
TEST(Support, MeshFindsTheFarthestVertex) {
  std::mt19937 random(2);
  for (const auto& [mesh, kind] : {std::pair("hexagon", ShapeKind::kHull), std::pair("cube", ShapeKind::kMesh)}) {
    SCOPED_TRACE(mesh);
    const Model m = load_pair("type='mesh' mesh='" + std::string(mesh) + "' pos='1 2 3' euler='10 20 30'",
                              "type='sphere' size='1'");
    Data d(m);
    Shape s = shape_of(m, d);
    EXPECT_EQ(s.kind, kind);
    for (int i = 0; i < 200; ++i) {
      const Vec3 dir = random_direction(random);
      double farthest = -1;
      for (int v = 0; v < s.vertices.nvert; ++v) {
        const FloatVec<3>& p = s.vertices.vert[v];
        farthest = std::max(farthest, dot(s.mat * Vec3{p[0], p[1], p[2]}, dir));
      }
      EXPECT_NEAR(dot(support(s, dir) - s.pos, dir), farthest, 1e-14);
      EXPECT_GE(s.feature, 0);
    }
  }
}

TEST(Support, MarginIsSharedByBothShapes) {
  const Model m = load_pair("type='sphere' size='.1'", "type='ellipsoid' size='.2 .3 .4' pos='0 0 2'");
  Data d(m);
  place_geoms(m, d);
  Shape a = make_shape(m, d, 0, 0.02), b = make_shape(m, d, 1, 0.02);
  SupportPoint p;
  support(a, b, {0, 0, 1}, p);
  EXPECT_NEAR(p.a.z, 0.11, 1e-15);
  EXPECT_NEAR(p.b.z, 1.59, 1e-15);
  EXPECT_NEAR(p.w.z, 0.11 - 1.59, 1e-15);
}

TEST(Support, PrismLooksAtTheTriangleThatFacesTheDirection) {
  const Vec3 corners[6] = {{0, 0, -1}, {1, 0, -1}, {0, 1, -1}, {0, 0, .1}, {1, 0, .3}, {0, 1, .2}};
  Shape s = make_prism(corners);
  EXPECT_EQ(support(s, {1, 0, 0}), corners[4]);
  EXPECT_EQ(support(s, {0.6, 0, -0.8}), corners[1]);
  EXPECT_NEAR(center(s).z, (-3 + .6) / 6, 1e-15);
}

}  // namespace
}  // namespace corten
