// Conjugate gradients with a stiffness beside the inertia.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "math/dense.h"
#include "solver/random_problem_test.h"
#include "solver/solvers.h"

namespace corten {
namespace {

// K = diag(k) + w w', with a diagonal preconditioner.
class RankOneMetric {
 public:
  explicit RankOneMetric(const RandomProblem& world) : diagonal_(world.nv), w_(world.nv), scale_(world.nv) {
    for (int i = 0; i < world.nv; ++i) {
      diagonal_[i] = 0.5 + i % 3;
      w_[i] = std::sin(i + 1.0);
      scale_[i] = 1 / (world.dense_M[i * world.nv + i] + diagonal_[i] + w_[i] * w_[i]);
    }
  }

  void add_stiffness(std::span<const double> x, std::span<double> y) const {
    const double along = dot(w_, x);
    for (std::size_t i = 0; i < x.size(); ++i) y[i] += diagonal_[i] * x[i] + along * w_[i];
  }
  void precondition(std::span<double> x) const {
    for (std::size_t i = 0; i < x.size(); ++i) x[i] *= scale_[i];
  }

 private:
  std::vector<double> diagonal_, w_, scale_;
};

// (M + K) a - qfrc_smooth - J' f
double residual(const RandomProblem& world, const Problem& p, const Metric& metric) {
  std::vector<double> r(p.nv);
  for (int i = 0; i < p.nv; ++i) {
    r[i] = -p.qfrc_smooth[i] - p.qfrc_constraint[i];
    for (int j = 0; j < p.nv; ++j) r[i] += world.dense_M[i * p.nv + j] * p.qacc[j];
  }
  if (metric) metric.add_stiffness(p.qacc, r);
  return norm(r) / (1 + norm(p.qfrc_smooth));
}

TEST(Metric, SolutionSatisfiesTheEquationsWithTheStiffness) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    RandomProblem world({.nv = 6 + static_cast<int>(seed % 12)}, seed);
    const RankOneMetric metric(world);
    Problem p = world.start();
    p.metric = metric_of(metric);
    p.options.tolerance = 1e-16;
    p.options.iterations = 1000;
    metric.add_stiffness(p.qacc, p.Ma);
    solve_cg(p);
    EXPECT_LT(residual(world, p, p.metric), 1e-6) << seed;
    EXPECT_GT(residual(world, p, {}), 1e-3) << seed;  // the stiffness matters
  }
}

}  // namespace
}  // namespace corten
