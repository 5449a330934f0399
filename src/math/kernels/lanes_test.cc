// Lanes round as the functions of one vector, one quaternion or one inertia do: the same bits.
#include "math/kernels/lanes.h"

#include <gtest/gtest.h>

#include <random>

#include "math/spatial.h"

namespace corten {
namespace {

TEST(Lanes, RotationsHaveTheBitsOfQuaternions) {
  std::mt19937 rng(1);
  std::normal_distribution<double> number;
  for (int k = 0; k < 100; ++k) {
    const Quat a{number(rng), number(rng), number(rng), number(rng)};
    const Quat b = k == 0 ? Quat{} : Quat{number(rng), number(rng), number(rng), number(rng)};
    Mat3 matrix;
    kernels::put_matrix(kernels::multiply_quats(kernels::load4(&a.w), kernels::load4(&b.w)), matrix);
    const Mat3 expected = to_mat(a * b);
    for (int i = 0; i < 9; ++i) EXPECT_EQ(matrix.m[i], expected.m[i]) << k << ' ' << i;
  }
}

TEST(Lanes, TwoProductsOfAnInertiaHaveTheBitsOfOne) {
  std::mt19937 rng(2);
  std::normal_distribution<double> number;
  const auto vector = [&] { return Vec3{number(rng), number(rng), number(rng)}; };
  for (int k = 0; k < 100; ++k) {
    const Inertia inertia = body_inertia_about(vector(), to_mat(normalized(Quat{1, number(rng), 0, 2})), vector(), 2);
    const Spatial a{vector(), vector()}, b{vector(), vector()};
    const auto [first, second] = kernels::multiply_pair(inertia, a, b);
    const Spatial of_a = inertia * a, of_b = inertia * b;
    for (int i = 0; i < 6; ++i) {
      EXPECT_EQ(first.data()[i], of_a.data()[i]) << k << ' ' << i;
      EXPECT_EQ(second.data()[i], of_b.data()[i]) << k << ' ' << i;
    }
  }
}

}  // namespace
}  // namespace corten
