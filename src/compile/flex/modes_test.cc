// Modes of stiffness matrices.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "compile/flex/flex_parts.h"

namespace corten {
namespace {

TEST(FlexModes, MatrixIsTheSumOfItsModes) {
  std::vector<double> k{2, -1, 0, -1, -1, 2, -1, 0, 0, -1, 2, -1, -1, 0, -1, 2};  // a ring of four springs
  std::vector<double> modes;
  for (const double v : k) modes.push_back(-v);
  write_modes(4, modes);
  ASSERT_EQ(modes[0], 3);  // eigenvalues 0, 2, 2, 4
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) {
      double sum = 0;
      for (int mode = 0; mode < 3; ++mode) sum += modes[1 + 4 * mode + i] * modes[1 + 4 * mode + j];
      EXPECT_NEAR(sum, k[4 * i + j], 1e-12);
    }
  }
  EXPECT_EQ(modes[13], 0);
}

// A unit square of thickness t: D (1 - nu) 4 with D = E t^3 / (12 (1 - nu^2)), spread over four corners.
TEST(FlexModes, WarpOfASquare) {
  const std::vector<Vec3> corners{{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {1, 1, 0}};
  std::vector<double> modes(144, 0.0);
  append_warp_mode(2, 1, corners, {10, 0.3, 0.1}, modes);
  ASSERT_EQ(modes[0], 1);
  const double stiffness = 10 * 1e-3 / (12 * (1 - 0.09)) * 0.7 * 4;
  const double expected = std::sqrt(stiffness) / 2;
  EXPECT_NEAR(modes[1 + 2], expected, 1e-15);
  EXPECT_NEAR(modes[1 + 5], -expected, 1e-15);
  EXPECT_NEAR(modes[1 + 8], -expected, 1e-15);
  EXPECT_NEAR(modes[1 + 11], expected, 1e-15);
  EXPECT_NEAR(modes[1 + 0], 0, 1e-15);
}

}  // namespace
}  // namespace corten
