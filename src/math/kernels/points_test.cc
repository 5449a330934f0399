// Kernels over points of flexes against their definitions.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "math/kernels/kernels.h"
#include "math/vec3.h"

namespace corten::kernels {
namespace {

std::vector<double> wave(int count, double rate) {
  std::vector<double> numbers(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) numbers[i] = std::sin(rate * i + 1);
  return numbers;
}

// Every polynomial of the order along each axis is reproduced.
TEST(Interpolate, IsExactForPolynomials) {
  for (const int order : {1, 2}) {
    const int side[3] = {2 * order + 1, order + 1, 3 * order + 1};
    const NodeGrid grid{order, {2, 1, 3}, {side[1] * side[2], side[2]}};
    const auto f = [order](double x, double y, double z) {
      return order == 1 ? (1 + 2 * x) * (3 - y) * (z + 0.5) : (1 + x * x) * (3 - y * y + y) * (z * z - 2 * z);
    };
    std::vector<double> node;
    for (int i = 0; i < side[0]; ++i) {
      for (int j = 0; j < side[1]; ++j) {
        for (int k = 0; k < side[2]; ++k) {
          const double x = i / (side[0] - 1.0), y = j / (side[1] - 1.0), z = k / (side[2] - 1.0);
          node.insert(node.end(), {f(x, y, z), x, -2 * f(x, y, z)});
        }
      }
    }
    node.push_back(0);
    const std::vector<double> at = {0, 0, 0, 1, 1, 1, 0.3, 0.9, 0.35, 0.5, 0.2, 0.95};
    std::vector<double> out(at.size() + 1, 7.0);
    interpolate(grid, node.data(), at.data(), 4, out.data());
    for (int v = 0; v < 4; ++v) {
      const double expected = f(at[3 * v], at[3 * v + 1], at[3 * v + 2]);
      EXPECT_NEAR(out[3 * v], expected, 1e-14);
      EXPECT_NEAR(out[3 * v + 1], at[3 * v], 1e-14);
      EXPECT_NEAR(out[3 * v + 2], -2 * expected, 1e-14);
    }
    EXPECT_EQ(out.back(), 7.0);  // nothing is written beyond
  }
}

TEST(HingeProduct, EqualsTheSumOverHinges) {
  const int edge[] = {0, 1, 1, 2, 0, 3}, flap[] = {2, 3, 0, 4, 1, -1};
  const std::vector<double> value = wave(3 * 17, 2), x = wave(5 * kPointLanes, 3);
  std::vector<double> y(5 * kPointLanes, 0.25), expected = y;
  add_hinge_product({edge, flap, value.data(), 17, 3}, 0.5, x.data(), y.data());
  for (int e = 0; e < 2; ++e) {  // the last is none
    const int point[] = {edge[2 * e], edge[2 * e + 1], flap[2 * e], flap[2 * e + 1]};
    for (int k = 0; k < 48; ++k) {
      const int i = k / 12, j = k / 3 % 4, a = k % 3;
      expected[4 * point[i] + a] += 0.5 * value[17 * e + 4 * i + j] * x[4 * point[j] + a];
    }
  }
  for (int i = 0; i < 20; ++i) {
    if (i % 4 < 3) EXPECT_NEAR(y[i], expected[i], 1e-15);
  }
}

TEST(HingeForces, AreThoseOfTheMatrixAndOfTheVolume) {
  const int edge[] = {0, 1, 1, 2, 0, 3}, flap[] = {2, 3, 0, 4, 1, -1};
  std::vector<double> value = wave(3 * 17, 2);
  value[33] = 0;  // the second is flat at rest
  const std::vector<double> x = wave(5 * kPointLanes, 3);
  std::vector<double> force(5 * kPointLanes, 0.25), product = force;
  add_hinge_forces({edge, flap, value.data(), 17, 3}, x.data(), force.data());
  add_hinge_product({edge, flap, value.data(), 17, 3}, -1, x.data(), product.data());
  const auto at = [&](int v) { return Vec3{x[4 * v], x[4 * v + 1], x[4 * v + 2]}; };
  const Vec3 a1 = at(1) - at(0), a2 = at(2) - at(0), a3 = at(3) - at(0);
  const Vec3 g1 = cross(a2, a3) * value[16], g2 = cross(a3, a1) * value[16], g3 = cross(a1, a2) * value[16];
  const Vec3 volume[] = {g1 + g2 + g3, -g1, -g2, -g3, {}};
  for (int i = 0; i < 20; ++i) {
    if (i % 4 < 3) EXPECT_NEAR(force[i], product[i] + volume[i / 4][i % 4], 1e-15);
  }
}

TEST(PointFactor, SolvesWithBothTriangles) {
  const int start[] = {0, 1, 3, 4, 8, 11}, column[] = {0, 0, 1, 2, 0, 1, 2, 3, 1, 3, 4};
  const std::vector<double> value = {2, 0.3, 1.5, 1, -0.4, 0.2, 0.7, 2.5, 0.1, -0.6, 3};
  const std::vector<double> x = wave(5 * kPointLanes, 0.9);
  std::vector<double> b(x.size()), below(x.size());
  int place[11];
  for (int i = 0; i < 11; ++i) place[i] = kPointLanes * column[i];
  for (int p = 0; p < 5; ++p) {
    for (int k = 4 * start[p]; k < 4 * start[p + 1]; ++k)
      below[4 * p + k % 4] += value[k / 4] * x[place[k / 4] + k % 4];
  }
  for (int p = 0; p < 5; ++p) {
    for (int k = 4 * start[p]; k < 4 * start[p + 1]; ++k)
      b[place[k / 4] + k % 4] += value[k / 4] * below[4 * p + k % 4];
  }
  solve_point_factor({start, place, value.data(), 5}, b.data());
  for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(b[i], x[i], 1e-14);
}

TEST(TriangleSides, SeparateWhatIsFarAndNothingElse) {
  TriangleSides sides;
  set_triangle_sides({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, sides);
  const Vec3 shape[] = {{0, 0, 0}, {0.2, 0.1, 0}, {0.1, 0.2, 0.1}, {0.1, 0.1, 0.3}};
  const auto apart = [&](const Vec3& by, double reach) {
    Vec3 moved[4];
    for (int i = 0; i < 4; ++i) moved[i] = shape[i] + by;
    return separate(sides, {&moved[0], &moved[1], &moved[2], &moved[3]}, reach);
  };
  EXPECT_FALSE(apart({0.2, 0.2, -0.1}, 0.01));
  EXPECT_TRUE(apart({0.2, 0.2, 0.1}, 0.09));  // across the plane
  EXPECT_FALSE(apart({0.2, 0.2, 0.1}, 0.11));
  EXPECT_TRUE(apart({0.6, 0.6, -0.1}, 0.1));  // across the longest edge
  EXPECT_FALSE(apart({0.6, 0.6, -0.1}, 0.2));
  EXPECT_TRUE(apart({-0.5, 0.3, -0.1}, 0.25));  // across the left edge
  EXPECT_FALSE(apart({-0.5, 0.3, -0.1}, 0.35));
}

TEST(TurnedPoints, ExtendTheBox) {
  const Mat3 axes = {0.36, 0.48, -0.8, -0.8, 0.6, 0, 0.48, 0.64, 0.6};
  const std::vector<double> point = wave(12, 2.3);
  Extent extent{{0.1, 9, 9, 9}, {0.1, -9, -9, -9}};
  add_turned_points(ExtentAxes(axes), point.data(), 4, extent);
  for (int a = 0; a < 3; ++a) {
    double low = a == 0 ? 0.1 : 9, high = a == 0 ? 0.1 : -9;
    for (int i = 0; i < 4; ++i) {
      const double at = (axes * Vec3{point[3 * i], point[3 * i + 1], point[3 * i + 2]})[a];
      low = std::min(low, at);
      high = std::max(high, at);
    }
    EXPECT_NEAR(extent.min[a], low, 1e-15);
    EXPECT_NEAR(extent.max[a], high, 1e-15);
  }
}

}  // namespace
}  // namespace corten::kernels
