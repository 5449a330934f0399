// Nearest points of simplices with known answers.
#include "collide/convex/simplex.h"

#include <gtest/gtest.h>

#include <random>

namespace corten {
namespace {

// Points of the simplex: nearest one and its coordinates.
struct Nearest {
  Vec3 x;
  double lambda[4];
};
Nearest nearest(std::initializer_list<Vec3> corners) {
  Simplex simplex;
  int n = 0;
  for (const Vec3& p : corners) simplex.storage[n++].w = p;
  Nearest result;
  nearest_to_origin(simplex.point, n, result.lambda);
  for (int i = 0; i < n; ++i) result.x += simplex.storage[i].w * result.lambda[i];
  return result;
}

TEST(Simplex, Segment) {
  EXPECT_NEAR(norm(nearest({{-1, 1, 0}, {3, 1, 0}}).x - Vec3{0, 1, 0}), 0, 1e-15);
  EXPECT_EQ(nearest({{1, 1, 0}, {3, 1, 0}}).x, (Vec3{3, 1, 0}));  // only the last point is kept outside of the segment
}

TEST(Simplex, Triangle) {
  const Nearest inside = nearest({{-1, -1, 2}, {3, -1, 2}, {-1, 3, 2}});
  EXPECT_NEAR(norm(inside.x - Vec3{0, 0, 2}), 0, 1e-15);
  EXPECT_NEAR(inside.lambda[0], 0.5, 1e-15);
  const Nearest edge = nearest({{-1, 1, 2}, {1, 1, 2}, {0, 3, 2}});
  EXPECT_NEAR(norm(edge.x - Vec3{0, 1, 2}), 0, 1e-15);
  EXPECT_EQ(edge.lambda[2], 0);
}

TEST(Simplex, TetrahedronAroundTheOrigin) {
  const Nearest inside = nearest({{-1, -1, -1}, {3, -1, -1}, {-1, 3, -1}, {-1, -1, 3}});
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(inside.lambda[i], 0.25, 1e-15);
  EXPECT_NEAR(norm(inside.x), 0, 1e-15);
}

// The nearest point x satisfies x . (w - x) >= 0 for all corners w.
TEST(Simplex, TetrahedronApartFulfilsOptimality) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int trial = 0; trial < 500; ++trial) {
    Vec3 w[4];
    for (Vec3& p : w) p = Vec3{uniform(random), uniform(random), uniform(random)} + Vec3{1.2, 0.3, 0.1};
    const Nearest found = nearest({w[0], w[1], w[2], w[3]});
    double sum = 0;
    for (double l : found.lambda) {
      EXPECT_GE(l, 0);
      sum += l;
    }
    EXPECT_NEAR(sum, 1, 1e-12);
    // MuJoCo: of a segment only the last point is kept when the nearest one is an end; the bound holds from the others.
    if (found.lambda[0] > 0 && found.lambda[1] > 0 && found.lambda[2] > 0) {
      for (int i = 0; i < 3; ++i) EXPECT_NEAR(dot(found.x, w[i] - found.x), 0, 1e-12);
    }
  }
}

TEST(Simplex, ProjectionOnAPlane) {
  Vec3 foot;
  ASSERT_TRUE(project_origin({1, 0, 0}, {0, 1, 0}, {0, 0, 1}, foot));
  EXPECT_NEAR(norm(foot - Vec3{1, 1, 1} * (1 / 3.0)), 0, 1e-15);
  EXPECT_FALSE(project_origin({1, 0, 0}, {2, 0, 0}, {3, 0, 0}, foot));
}

TEST(Simplex, BarycentricCoordinatesOutsideToo) {
  double lambda[3];
  barycentric({0, 0, 5}, {2, 0, 5}, {0, 2, 5}, {2, 2, 5}, lambda);
  EXPECT_NEAR(lambda[0], -1, 1e-15);
  EXPECT_NEAR(lambda[1], 1, 1e-15);
  EXPECT_NEAR(lambda[2], 1, 1e-15);
}

}  // namespace
}  // namespace corten
