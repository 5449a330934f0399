// Boxes that overlap one of them: against boxes compared one by one.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "math/kernels/kernels.h"

namespace corten::kernels {
namespace {

TEST(NearBoxes, StepOfASweep) {
  for (const int n : {1, 2, 4, 5, 23, 64}) {
    std::vector<std::uint64_t> begin(n + kBoxPadding, ~std::uint64_t{0});
    std::vector<double> y_min(begin.size()), y_max(begin.size()), z_min(begin.size()), z_max(begin.size());
    for (int i = 0; i < n; ++i) {
      begin[i] = (std::uint64_t{1} << 63) - 100 + 7 * static_cast<std::uint64_t>(i);
      y_min[i] = std::sin(1.7 * i), y_max[i] = y_min[i] + 0.6;
      z_min[i] = std::sin(2.9 * i), z_max[i] = z_min[i] + 0.8;
    }
    y_min[n / 2] = y_max[n / 3];  // these two just touch
    const SweptBoxes boxes{begin.data(), y_min.data(), y_max.data(), z_min.data(), z_max.data()};
    for (int i = 0; i < n; ++i) {
      for (const std::uint64_t end : {begin[i] + 1, begin[i] + 30, begin[i] + 200, ~std::uint64_t{0}}) {
        std::vector<int> expected;
        for (int k = i + 1; k < n; ++k) {
          const bool apart = y_min[i] > y_max[k] || y_min[k] > y_max[i] || z_min[i] > z_max[k] || z_min[k] > z_max[i];
          if (begin[k] < end && !apart) expected.push_back(k);
        }
        std::vector<int> near(begin.size());
        near.resize(static_cast<std::size_t>(near_boxes(boxes, i, end, near.data())));
        EXPECT_EQ(near, expected);
      }
    }
  }
}

TEST(NearBoxes, Aligned) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  for (const int n : {1, 2, 4, 5, 23, 64}) {
    std::vector<double> min[3], max[3];
    for (int axis = 0; axis < 3; ++axis) {
      for (int i = 0; i < n; ++i) {
        min[axis].push_back(std::sin((1.7 + axis) * i));
        max[axis].push_back(min[axis].back() + 0.9);
      }
      min[axis].resize(n + kBoxPadding);
      max[axis].resize(n + kBoxPadding);
    }
    min[1][n / 2] = max[1][n / 3];  // these two just touch
    if (n > 20) min[0][7] = max[1][7] = min[2][7] = kNan;
    const AlignedBoxes boxes{{min[0].data(), min[1].data(), min[2].data()},
                             {max[0].data(), max[1].data(), max[2].data()}};
    for (int i = 0; i < n; ++i) {
      std::vector<int> expected, near(n + kBoxPadding);
      for (int k = i + 1; k < n; ++k) {
        bool apart = false;
        for (int axis = 0; axis < 3; ++axis) apart |= min[axis][i] > max[axis][k] || min[axis][k] > max[axis][i];
        if (!apart) expected.push_back(k);
      }
      near.resize(static_cast<std::size_t>(near_boxes(boxes, i, n, near.data())));
      EXPECT_EQ(near, expected);
    }
  }
}

}  // namespace
}  // namespace corten::kernels
