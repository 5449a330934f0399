// Sums of four numbers at a time against sums in order.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "math/kernels/kernels.h"

namespace corten::kernels {
namespace {

std::vector<double> numbers(int n, double phase) {
  std::vector<double> v(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) v[static_cast<std::size_t>(i)] = std::sin(1.7 * i + phase);
  return v;
}

TEST(SearchSums, AnyLength) {
  for (int n = 0; n < 14; ++n) {
    const auto g = numbers(n, 0), g_old = numbers(n, 1), p = numbers(n, 2), p_old = numbers(n, 3), d = numbers(n, 4);
    ConjugateSums wanted{};
    QuadraticSums line{};
    double cost = 0;
    for (std::size_t i = 0; i < g.size(); ++i) {
      const double y = g[i] - g_old[i];
      wanted.d_y += d[i] * y;
      wanted.y_my += y * (p[i] - p_old[i]);
      wanted.y_mg += y * p[i];
      wanted.d_g += d[i] * g[i];
      wanted.d_d += d[i] * d[i];
      wanted.g_g += g[i] * g[i];
      line.v_x += d[i] * g[i] * p[i];
      line.v_v += d[i] * d[i] * g[i];
      cost += 0.5 * g[i] * p[i] * p[i];
    }
    const ConjugateSums got = conjugate_sums(g.data(), g_old.data(), p.data(), p_old.data(), d.data(), n);
    EXPECT_NEAR(got.d_y, wanted.d_y, 1e-13);
    EXPECT_NEAR(got.y_my, wanted.y_my, 1e-13);
    EXPECT_NEAR(got.y_mg, wanted.y_mg, 1e-13);
    EXPECT_NEAR(got.d_g, wanted.d_g, 1e-13);
    EXPECT_NEAR(got.d_d, wanted.d_d, 1e-13);
    EXPECT_NEAR(got.g_g, wanted.g_g, 1e-13);
    const QuadraticSums sums = quadratic_sums(g.data(), p.data(), d.data(), n);
    EXPECT_NEAR(sums.v_x, line.v_x, 1e-13);
    EXPECT_NEAR(sums.v_v, line.v_v, 1e-13);
    std::vector<double> force(g.size());
    EXPECT_NEAR(quadratic_force(g.data(), p.data(), force.data(), n), cost, 1e-13);
    for (std::size_t i = 0; i < g.size(); ++i) EXPECT_EQ(force[i], -g[i] * p[i]);
    std::vector<double> same(g.size());
    linear_force(g.data(), p.data(), same.data(), n);
    EXPECT_EQ(same, force);
    std::vector<double> gradient(g.size());
    const double square = form_gradient(g.data(), p.data(), d.data(), gradient.data(), n);
    for (std::size_t i = 0; i < g.size(); ++i) EXPECT_EQ(gradient[i], g[i] - p[i] - d[i]);
    EXPECT_EQ(square, dot(gradient.data(), gradient.data(), n));
    const FourDots dots = four_dots(d.data(), g.data(), g_old.data(), p.data(), n);
    EXPECT_EQ(dots.x_x, dot(d.data(), d.data(), n));
    EXPECT_EQ(dots.x_a, dot(d.data(), g.data(), n));
    EXPECT_EQ(dots.x_b, dot(d.data(), g_old.data(), n));
    EXPECT_EQ(dots.x_c, dot(d.data(), p.data(), n));
  }
}

}  // namespace
}  // namespace corten::kernels
