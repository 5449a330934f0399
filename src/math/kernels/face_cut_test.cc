// A face cut by a rectangle: against Sutherland and Hodgman's algorithm, vertex by vertex.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "corten/math.h"
#include "math/kernels/kernels.h"

namespace corten::kernels {
namespace {

using Polygon = std::vector<Vec3>;

// The part where sign * coordinate <= limit. An edge that leaves is cut from its inner end, one that comes back from its
// outer end: the first of its vertices in both cases.
Polygon clip(const Polygon& from, int axis, double sign, double limit) {
  Polygon to;
  for (std::size_t k = 0; k < from.size(); ++k) {
    const Vec3 a = from[k], b = from[(k + 1) % from.size()];
    const double beyond_a = sign * a[axis] - limit, beyond_b = sign * b[axis] - limit;
    if (beyond_a <= 0) to.push_back(a);
    const bool crosses = beyond_a <= 0 ? beyond_b > 0 && beyond_a < 0 : beyond_b < 0;
    if (crosses) to.push_back(a + beyond_a / (beyond_a - beyond_b) * (b - a));
  }
  return to;
}

Polygon expected_cut(const FaceCut& face) {
  const auto& [c, u, v, half_x, half_y, max_height, duplicate] = face;
  Polygon all = {c + u + v, c - u + v, c - u - v, c + u - v};
  for (const double sign : {1, -1}) all = clip(all, 0, sign, half_x);
  for (const double sign : {1, -1}) all = clip(all, 1, sign, half_y);
  Polygon kept;
  for (const Vec3& p : all) {
    bool is_new = p.z <= max_height;
    for (const Vec3& q : kept) is_new &= !((q.x - p.x) * (q.x - p.x) + (q.y - p.y) * (q.y - p.y) < duplicate);
    if (is_new) kept.push_back(p);
  }
  return kept;
}

Polygon cut(const FaceCut& face) {
  double vertex[kFaceVertices][4];
  const int count = cut_face(face, vertex);
  Polygon result;
  for (int k = 0; k < count; ++k) result.push_back({vertex[k][0], vertex[k][1], vertex[k][2]});
  return result;
}

FaceCut face_at(double x, double y, double angle, double size, double tilt = 0) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {{x, y, -0.01}, {size * c, size * s, tilt}, {-0.7 * size * s, 0.7 * size * c, -tilt}, 1, 0.8, 0.05, 1e-14};
}

TEST(FaceCut, EveryPlaceAngleAndSize) {
  for (int i = 0; i < 4000; ++i) {
    const FaceCut face =
        face_at(1.5 * std::sin(1.1 * i), 1.4 * std::sin(2.3 * i), 0.37 * i, 0.2 + 0.4 * (i % 5), 0.03 * (i % 4));
    EXPECT_EQ(cut(face), expected_cut(face)) << i;
  }
}

TEST(FaceCut, AllCornersCutOff) {
  const FaceCut face{{0, 0, 0}, {0.85, 0.85, 0}, {-0.85, 0.85, 0}, 1, 1, 0, 1e-14};
  EXPECT_EQ(cut(face).size(), 8U);
  EXPECT_EQ(cut(face), expected_cut(face));
}

TEST(FaceCut, EdgesOnTheSides) {
  for (const double x : {-1.0, 0.0, 1.0, 2.0}) {
    for (const double y : {-0.8, 0.0, 0.1, 0.8, 1.6}) {
      const FaceCut face{{x, y, 0}, {1, 0, 0}, {0, 0.8, 0}, 1, 0.8, 0, 1e-14};
      EXPECT_EQ(cut(face), expected_cut(face)) << x << ' ' << y;
    }
  }
}

TEST(FaceCut, NothingWithinOrTooHigh) {
  EXPECT_TRUE(cut(face_at(5, 0, 0.3, 1)).empty());
  FaceCut high = face_at(0, 0, 0.3, 0.5);
  high.c.z = 1;
  EXPECT_TRUE(cut(high).empty());
}

}  // namespace
}  // namespace corten::kernels
