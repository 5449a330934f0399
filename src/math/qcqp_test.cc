// Random problems over an ellipsoid, checked by their optimality conditions:
//   A x + b + l x / d^2 = 0,   l >= 0,   sum (x / d)^2 <= r^2,   l (sum (x / d)^2 - r^2) = 0.
#include "math/qcqp.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace corten {
namespace {

struct Problem {
  double a[25], b[5], d[5];
};

Problem random_problem(std::mt19937& rng, int n) {
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform(0.3, 1.5);
  Problem p{};
  double g[25];
  for (double& x : g) x = normal(rng);
  for (int i = 0; i < n; ++i) {
    p.b[i] = normal(rng);
    p.d[i] = uniform(rng);
    for (int j = 0; j < n; ++j) {
      for (int k = 0; k < n; ++k) p.a[i * n + j] += g[i * n + k] * g[j * n + k];
    }
    p.a[i * n + i] += 0.1;
  }
  return p;
}

TEST(Qcqp, OptimalInsideAndOnTheBoundary) {
  std::mt19937 rng(3);
  int inside = 0, boundary = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const int n = trial % 3 == 0 ? 2 : trial % 3 == 1 ? 3 : 5;
    const Problem p = random_problem(rng, n);
    const double r = trial % 2 ? 0.2 : 5;
    double x[5], gradient[5];
    const bool active = solve_qcqp(x, p.a, p.b, p.d, r, n);
    double norm = 0, multiplier = 0;
    for (int i = 0; i < n; ++i) norm += x[i] * x[i] / (p.d[i] * p.d[i]);
    for (int i = 0; i < n; ++i) {
      gradient[i] = p.b[i];
      for (int j = 0; j < n; ++j) gradient[i] += p.a[i * n + j] * x[j];
      multiplier -= gradient[i] * x[i] / norm;
    }
    EXPECT_LE(norm, r * r + 1e-6);
    if (!active) multiplier = 0;
    EXPECT_GE(multiplier, 0);
    if (active) {
      EXPECT_NEAR(norm, r * r, 1e-6);
    }
    for (int i = 0; i < n; ++i) EXPECT_NEAR(gradient[i] + multiplier * x[i] / (p.d[i] * p.d[i]), 0, 1e-6);
    ++(active ? boundary : inside);
  }
  EXPECT_GT(inside, 20);
  EXPECT_GT(boundary, 20);
}

TEST(Qcqp, IndefiniteMatrixGivesZero) {
  const double a[] = {-1, 0, 0, 1}, b[] = {1, 1}, d[] = {1, 1};
  double x[2] = {7, 7};
  EXPECT_FALSE(solve_qcqp(x, a, b, d, 1, 2));
  EXPECT_EQ(x[0], 0);
  EXPECT_EQ(x[1], 0);
}

TEST(Cholesky, SolvesAndReportsRank) {
  double a[] = {4, 2, 0, 2, 5, 1, 0, 1, 3};
  const double b[] = {2, -1, 4};
  double x[3];
  ASSERT_EQ(factor_cholesky(a, 3, 1e-15), 3);
  solve_cholesky(x, a, b, 3);
  EXPECT_NEAR(4 * x[0] + 2 * x[1], 2, 1e-14);
  EXPECT_NEAR(2 * x[0] + 5 * x[1] + x[2], -1, 1e-14);
  EXPECT_NEAR(x[1] + 3 * x[2], 4, 1e-14);
  double singular[] = {1, 1, 1, 1};
  EXPECT_EQ(factor_cholesky(singular, 2, 1e-10), 1);
}

}  // namespace
}  // namespace corten
