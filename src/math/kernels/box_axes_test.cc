// Extents of boxes and directions that separate them, against the same sums number by number: bit for bit.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "corten/math.h"
#include "math/kernels/kernels.h"

namespace corten::kernels {
namespace {

struct TestBox {
  explicit TestBox(int k)
      : pos{0.3 * std::sin(1.3 * k), 0.4 * std::cos(2.1 * k), 0.2 * k},
        half{0.1 + 0.05 * k, 0.3, 0.2 + 0.02 * k},
        mat(to_mat(axis_angle(normalized(Vec3{std::sin(k + 1.0), std::cos(k + 1.0), 0.3}), 0.7 * k))) {}
  Vec3 pos, half;
  Mat3 mat;
};

double half_along(const TestBox& box, const Vec3& axis) {
  double sum = 0;
  for (int k = 0; k < 3; ++k) sum += box.half[k] * std::abs(dot(col(box.mat, k), axis));
  return sum;
}

double gap_along(const TestBox& a, const TestBox& b, const Vec3& unit) {
  return std::abs(dot(b.pos - a.pos, unit)) - half_along(a, unit) - half_along(b, unit);
}

TEST(BoxAxes, GapsAlongFaces) {
  for (int k = 0; k < 20; ++k) {
    const TestBox a(k), b(k + 3);
    BoxAxes boxes;
    relate_boxes(a.pos, a.mat, a.half, b.pos, b.mat, b.half, boxes);
    for (int i = 0; i < 3; ++i) {
      EXPECT_NEAR(boxes.gap1[i], gap_along(a, b, col(a.mat, i)), 1e-13);
      EXPECT_NEAR(boxes.gap2[i], gap_along(a, b, col(b.mat, i)), 1e-13);
      EXPECT_EQ(boxes.center2[i], mul_transposed(a.mat, b.pos - a.pos)[i]);
      EXPECT_EQ(boxes.center1[i], mul_transposed(b.mat, a.pos - b.pos)[i]);
      for (int j = 0; j < 3; ++j) EXPECT_EQ(boxes.axes2[i][j], (transpose(a.mat) * b.mat)(i, j));
    }
  }
}

TEST(BoxAxes, EdgesThatOverlapMoreAreLeftOut) {
  int left_out = 0, kept = 0;
  for (int k = 0; k < 40; ++k) {
    const TestBox a(k % 5), b(k % 7);
    BoxAxes boxes;
    relate_boxes(a.pos, a.mat, a.half, b.pos, b.mat, b.half, boxes);
    for (const double overlap : {-0.1, 0.05, 0.2, 0.4}) {
      const int open = edges_to_try(boxes, a.half, b.half, overlap, 1e-12, 1e-16);
      for (int edges = 0; edges < 9; ++edges) {
        const Vec3 normal = cross(col(a.mat, edges / 3), col(b.mat, edges % 3));
        const bool is_open = open >> edges & 1;
        if (dot(normal, normal) < 1e-15) {
          EXPECT_FALSE(is_open);
          continue;
        }
        const double along = -gap_along(a, b, normal / norm(normal));
        if (std::abs(along - overlap) < 1e-6) continue;  // about equal: either will do
        EXPECT_EQ(is_open, overlap <= 0 || along < overlap) << k << ' ' << edges << ' ' << along << ' ' << overlap;
        (is_open ? kept : left_out)++;
      }
    }
  }
  EXPECT_GT(left_out, 100);
  EXPECT_GT(kept, 100);
}

TEST(TurnedExtent, BoxAndSphere) {
  for (int k = 0; k < 20; ++k) {
    const TestBox frame(k), turn(2 * k + 1);
    const Mat3& axes = turn.mat;
    const Vec3 center = k % 2 == 0 ? Vec3{} : Vec3{0.1, -0.2, 0.05};
    const Vec<6> box{{center.x, center.y, center.z, frame.half.x, frame.half.y, frame.half.z}};
    const double radius = 0.4, margin = 0.01;
    Extent extent{{-0.1, 0.1, 1e9, 0}, {0.2, -1e9, 0.3, 0}};
    const Extent before = extent;
    add_turned_box(ExtentAxes(axes), box, radius, frame.pos, frame.mat, margin, extent);
    const Vec3 middle = axes * (frame.mat * center + frame.pos), origin = axes * frame.pos;
    const Mat3 turned = axes * frame.mat;
    for (int i = 0; i < 3; ++i) {
      const double half =
          std::abs(box[3] * turned(i, 0)) + std::abs(box[4] * turned(i, 1)) + std::abs(box[5] * turned(i, 2));
      EXPECT_EQ(extent.min[i], std::min(before.min[i], std::max(origin[i] - radius, middle[i] - half) - margin));
      EXPECT_EQ(extent.max[i], std::max(before.max[i], std::min(origin[i] + radius, middle[i] + half) + margin));
    }
  }
}

TEST(TurnedExtent, WorldAxesAreTheIdentity) {
  for (int k = 0; k < 20; ++k) {
    const TestBox frame(k);
    const Vec<6> box{{0.1, -0.2, 0.05 * k, frame.half.x, frame.half.y, frame.half.z}};
    const double radius = k % 2 == 0 ? 0.2 : 2, margin = 0.01;
    Extent extent{{-0.1, 0.1, 1e9, 0}, {0.2, -1e9, 0.3, 0}}, expected = extent;
    add_world_box(box, radius, frame.pos, frame.mat, margin, extent);
    add_turned_box(ExtentAxes(identity3()), box, radius, frame.pos, frame.mat, margin, expected);
    for (int i = 0; i < 3; ++i) {
      EXPECT_NEAR(extent.min[i], expected.min[i], 1e-14);
      EXPECT_NEAR(extent.max[i], expected.max[i], 1e-14);
    }
  }
}

}  // namespace
}  // namespace corten::kernels
