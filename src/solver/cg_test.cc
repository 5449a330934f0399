// The direction of conjugate gradients against its formula, where line searches leave a slope and where they do not.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "solver/solvers.h"

namespace corten {
namespace {

using Vector = std::vector<double>;

double inner(const Vector& a, const Vector& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

Vector minus(const Vector& a, const Vector& b) {
  Vector c(a.size());
  std::transform(a.begin(), a.end(), b.begin(), c.begin(), [](double x, double y) { return x - y; });
  return c;
}

// Random vectors of 7 dofs: gradient and M^-1 gradient now and before, and the direction.
struct Step {
  // `along` is what remains of the direction's part along y = g - g_old; with little of it beta grows.
  Step(std::mt19937& rng, double size, double along) {
    std::normal_distribution<double> normal;
    for (Vector* v : {&g, &p, &g_old, &p_old, &direction}) {
      for (int i = 0; i < 7; ++i) v->push_back(size * normal(rng));
    }
    const Vector y = minus(g, g_old);
    const double part = (1 - along) * inner(direction, y) / inner(y, y);
    for (std::size_t i = 0; i < 7; ++i) direction[i] -= part * y[i];
  }
  double curvature() const { return inner(direction, minus(g, g_old)); }
  Vector next() const {
    Scratch scratch;
    Scratch::Frame frame(scratch);
    ConjugateDirection conjugate(7, frame);
    Vector before = g_old, preconditioned_before = p_old, d = direction;
    std::span<double> gradient = before, preconditioned = preconditioned_before;
    conjugate.remember(gradient, preconditioned);
    conjugate.update(g, p, d);
    return d;
  }
  void expect_next(double beta) const {
    const Vector d = next();
    for (std::size_t i = 0; i < 7; ++i) EXPECT_NEAR(d[i], -p[i] + beta * direction[i], 1e-12 * (1 + std::abs(beta)));
  }
  Vector g, p, g_old, p_old, direction;
};

TEST(ConjugateDirection, IsTheFormulaOfHagerAndZhang) {
  std::mt19937 rng(1);
  int free = 0, bounded = 0;
  for (int trial = 0; trial < 200; ++trial) {
    // large and small gradients, since the bound takes the smaller of 0.01 and |g|
    const Step s(rng, trial % 2 ? 1 : 0.003, trial % 3 ? 1 : 0.01);
    const double d_y = s.curvature();
    if (d_y < 1e-12) continue;
    const Vector y = minus(s.g, s.g_old);
    const double value = (inner(y, s.p) - 2 * inner(y, minus(s.p, s.p_old)) / d_y * inner(s.direction, s.g)) / d_y;
    const double lowest =
        -1 / (std::sqrt(inner(s.direction, s.direction)) * std::min(0.01, std::sqrt(inner(s.g, s.g))));
    s.expect_next(std::max(value, lowest));
    ++(value > lowest ? free : bounded);
  }
  EXPECT_GT(free, 50);
  EXPECT_GT(bounded, 8);
}

TEST(ConjugateDirection, DescendsWhereConjugacyIsLost) {
  std::mt19937 rng(2);
  for (int trial = 0; trial < 20; ++trial) {
    const Step s(rng, 1, 1);
    if (s.curvature() < 0) s.expect_next(0);
  }
}

}  // namespace
}  // namespace corten
