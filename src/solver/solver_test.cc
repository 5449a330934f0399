// The solvers against each other, against the optimality conditions, and against a dense Newton method.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "math/qcqp.h"
#include "solver/cost.h"
#include "solver/newton.h"
#include "solver/random_problem_test.h"
#include "solver/solvers.h"

namespace corten {
namespace {

using Vector = std::vector<double>;

RandomShape shape(int trial) {
  RandomShape s;
  s.cone = trial % 2 ? Cone::kElliptic : Cone::kPyramidal;
  s.nv = 4 + trial % 17;
  s.trees = 1 + trial % 3;
  s.ne = trial % 3;
  s.nf = trial % 4;
  s.contacts = 1 + trial % 5;
  return s;
}

Vector copy(std::span<const double> x) { return {x.begin(), x.end()}; }

// Largest difference, relative to the largest number of b.
double distance(std::span<const double> a, std::span<const double> b) {
  double worst = 0, scale = 1;
  for (std::size_t i = 0; i < a.size(); ++i) {
    worst = std::max(worst, std::abs(a[i] - b[i]));
    scale = std::max(scale, std::abs(b[i]));
  }
  return worst / scale;
}

Vector newton_solution(RandomProblem& world) {
  Problem p = world.start();
  solve_newton(p);
  return copy(p.qacc);
}

// A force in a cone that has none: against the slip, as much as its edge allows.
void push(const Problem& p, const FrictionCone& c, std::span<const double> slip) {
  double along = 0;
  for (int k = 1; k < c.dim; ++k) along += std::pow(c.friction[k - 1] * slip[c.first + k], 2);
  p.force[c.first] = 0.01;
  for (int k = 1; k < c.dim; ++k) {
    const double mu = c.friction[k - 1];
    p.force[c.first + k] = -p.force[c.first] * mu * mu * slip[c.first + k] / std::sqrt(along);
  }
}

// From a cone without force, sweeps find no way if friction is needed before the normal force pays (as in MuJoCo). So
// cones that lost it are pushed, until that changes nothing.
Vector dual_solution(RandomProblem& world) {
  Problem p = world.start();
  p.options.tolerance = -1;  // the improvement is known to rounding only: do all sweeps
  p.options.iterations = 1000;
  Scratch::Frame frame(*p.scratch);
  const DualMatrix matrix(p, frame);
  Vector qacc = copy(p.qacc_smooth), before(p.nv, 1e3), slip(p.nefc);
  while (distance(qacc, before) > 1e-12) {
    before = qacc;
    multiply_rows(p, qacc, slip);
    for (const FrictionCone& c : p.elliptic()) {
      if (p.force[c.first] == 0) push(p, c, slip);
    }
    solve_pgs(p, matrix);
    project_force(p);
    qacc = copy(p.qfrc_constraint);
    solve_inertia(p, qacc);
    for (int i = 0; i < p.nv; ++i) qacc[i] += p.qacc_smooth[i];
  }
  return qacc;
}

TEST(Solvers, AgreeOnRandomProblems) {
  int rough = 0;
  for (int trial = 0; trial < 200; ++trial) {
    RandomProblem world(shape(trial), 100 + trial);
    const Vector newton = newton_solution(world);
    Problem p = world.start();
    p.options.iterations = 5000;
    solve_cg(p);
    EXPECT_LT(distance(p.qacc, newton), 1e-8) << "CG, problem " << trial;
    const double difference = distance(dual_solution(world), newton);
    EXPECT_LT(difference, 2e-8) << "PGS, problem " << trial;
    rough += difference > 1e-8;
  }
  // MuJoCo: the friction of an elliptic cone is found to 1e-10 in the squared force; no number of sweeps betters that.
  EXPECT_LE(rough, 1);
}

// Equal rows so stiff that M is lost in H = M + J'DJ, as those of a flex whose vertices have no inverse weight: what
// remains of the pivots is rounding, zero or negative for some.
TEST(Newton, StaysFiniteWhereTheHessianHasNoFullRank) {
  for (int trial = 0; trial < 200; ++trial) {
    RandomProblem world(shape(3 * trial + 2), 900 + trial);  // two equalities
    Problem p = world.start();
    Vector D = copy(p.D), R = copy(p.R);
    for (int r = 0; r < p.ne; ++r) D[r] = 1e18, R[r] = 1e-18;
    p.D = D, p.R = R;
    solve_newton(p);
    for (int i = 0; i < p.nv; ++i) ASSERT_TRUE(std::isfinite(p.qacc[i])) << "problem " << trial;
  }
}

// Row by row: the force is admissible, and jar + R f presses against it.
void check_optimality(const Problem& p, const RandomProblem& world) {
  Vector balance(p.nv);
  for (int i = 0; i < p.nv; ++i) {
    balance[i] = -p.qfrc_smooth[i];
    for (int j = 0; j < p.nv; ++j) balance[i] += world.dense_M[i * p.nv + j] * p.qacc[j];
    for (int r = 0; r < p.nefc; ++r) balance[i] -= world.dense_J[r * p.nv + i] * p.force[r];
    EXPECT_NEAR(balance[i], 0, 1e-8);
  }
  Vector rest(p.nefc);  // jar + R f
  for (int r = 0; r < p.nefc; ++r) {
    double jar = -p.aref[r];
    for (int i = 0; i < p.nv; ++i) jar += world.dense_J[r * p.nv + i] * p.qacc[i];
    EXPECT_NEAR(jar, p.jar[r], 1e-9);
    rest[r] = jar + p.R[r] * p.force[r];
  }
  for (int r = 0; r < p.ne; ++r) EXPECT_NEAR(rest[r], 0, 1e-9);
  for (int r = p.ne; r < p.ne + p.nf; ++r) {
    EXPECT_LE(std::abs(p.force[r]), p.frictionloss[r] + 1e-9);
    if (std::abs(p.force[r]) < p.frictionloss[r] - 1e-9) {
      EXPECT_NEAR(rest[r], 0, 1e-9);
    } else {
      EXPECT_LE(rest[r] * p.force[r], 1e-9);
    }
  }
  for_each_contact_row(
      p,
      [&](int begin, int end) {
        for (int r = begin; r < end; ++r) {
          EXPECT_GE(p.force[r], 0);
          EXPECT_GE(rest[r], -1e-9);
          EXPECT_NEAR(rest[r] * p.force[r], 0, 1e-8);
        }
      },
      [&](int, const FrictionCone& c) {
        double tangent_force = 0, tangent_rest = 0, product = 0;
        for (int j = 0; j < c.dim; ++j) {
          product += p.force[c.first + j] * rest[c.first + j];
          if (j == 0) continue;
          tangent_force += std::pow(p.force[c.first + j] / c.friction[j - 1], 2);
          tangent_rest += std::pow(rest[c.first + j] * c.friction[j - 1], 2);
        }
        EXPECT_LE(std::sqrt(tangent_force), p.force[c.first] + 1e-8);
        EXPECT_LE(std::sqrt(tangent_rest), rest[c.first] + 1e-8);
        EXPECT_NEAR(product, 0, 1e-8);
      });
}

TEST(Solvers, SolutionIsOptimal) {
  for (int trial = 0; trial < 60; ++trial) {
    RandomProblem world(shape(trial), 500 + trial);
    Problem p = world.start();
    solve_newton(p);
    check_optimality(p, world);
  }
}

// Newton's method with dense matrices and numbers of its own: gradient from update_constraints, Hessian by differences
// of the force, steps halved until the cost falls.
Vector dense_solution(RandomProblem& world) {
  Problem p = world.start();
  const int n = p.nv;
  const auto set = [&](const Vector& a) {
    for (int i = 0; i < n; ++i) p.qacc[i] = a[i];
    for (int i = 0; i < n; ++i) {
      p.Ma[i] = 0;
      for (int j = 0; j < n; ++j) p.Ma[i] += world.dense_M[i * n + j] * a[j];
    }
    for (int r = 0; r < p.nefc; ++r) {
      p.jar[r] = -p.aref[r];
      for (int i = 0; i < n; ++i) p.jar[r] += world.dense_J[r * n + i] * a[i];
    }
    return update_constraints(p, p.jar).cost + gauss_cost(p);
  };
  const auto gradient = [&](const Vector& a) {
    set(a);
    Vector g(n);
    for (int i = 0; i < n; ++i) {
      g[i] = p.Ma[i] - p.qfrc_smooth[i];
      for (int r = 0; r < p.nefc; ++r) g[i] -= world.dense_J[r * n + i] * p.force[r];
    }
    return g;
  };
  Vector a = copy(p.qacc_smooth);
  for (int iteration = 0; iteration < 200; ++iteration) {
    const Vector g = gradient(a);
    Vector hessian(n * n), step(n);
    for (int j = 0; j < n; ++j) {
      Vector up = a, down = a;
      up[j] += 1e-6, down[j] -= 1e-6;
      const Vector g_up = gradient(up), g_down = gradient(down);
      for (int i = 0; i < n; ++i) hessian[i * n + j] = (g_up[i] - g_down[i]) / 2e-6;
    }
    factor_cholesky(hessian.data(), n, 1e-12);
    solve_cholesky(step.data(), hessian.data(), g.data(), n);
    const double cost = set(a);
    double t = 1;
    Vector trial = a;
    do {
      for (int i = 0; i < n; ++i) trial[i] = a[i] - t * step[i];
      t *= 0.5;
    } while (set(trial) > cost && t > 1e-12);
    if (t <= 1e-12) break;
    a = trial;
  }
  return a;
}

TEST(Solvers, SparseEqualsDense) {
  for (int trial = 0; trial < 30; ++trial) {
    RandomProblem world(shape(trial), 900 + trial);
    EXPECT_LT(distance(newton_solution(world), dense_solution(world)), 1e-7) << trial;
  }
}

// Many small trees that contacts connect at random: rows of the factor have gaps.
TEST(Solvers, SparseFactorWithGaps) {
  for (int trial = 0; trial < 10; ++trial) {
    RandomShape s;
    s.cone = trial % 2 ? Cone::kElliptic : Cone::kPyramidal;
    s.nv = 150, s.trees = 50, s.contacts = 40, s.coupling = 1;
    RandomProblem world(s, 30 + trial);
    Problem p = world.start();
    Scratch::Frame frame(*p.scratch);
    EXPECT_FALSE(make_fill_pattern(p.M_rows, p.nv, p.J, frame).complete);
    solve_newton(p);
    check_optimality(p, world);
  }
}

TEST(Solvers, StartAtTheSolutionNeedsNoIteration) {
  RandomProblem world(shape(7), 7);
  Problem p = world.start();
  solve_newton(p);
  EXPECT_GT(p.niter, 0);
  p.niter = 0;
  p.options.tolerance = 1e-8;
  solve_newton(p);
  EXPECT_EQ(p.niter, 0);
  solve_cg(p);
  EXPECT_EQ(p.niter, 0);
}

// Sticking contacts: with noslip the tangential acceleration relative to the reference vanishes, without it creeps.
TEST(Noslip, StickingContactsDoNotCreep) {
  int sticking = 0;
  for (int trial = 0; trial < 40; ++trial) {
    RandomShape s = shape(trial);
    s.cone = Cone::kElliptic;
    s.ne = s.nf = s.limits = 0;
    s.contacts = s.trees = 1;
    s.nv = 20;
    s.friction = 4;
    RandomProblem world(s, 60 + trial);
    Problem p = world.start();
    if (p.cones.empty() || p.J.blocks[0].ncol < p.cones[0].dim + 2) continue;
    solve_newton(p);
    p.options.noslip_iterations = 2000;
    p.options.noslip_tolerance = 0;
    Scratch::Frame frame(*p.scratch);
    const DualMatrix a(p, frame);
    const double normal = p.force[0];
    solve_noslip(p, a);
    EXPECT_EQ(p.force[0], normal);
    double tangent = 0;
    for (int j = 1; j < p.cones[0].dim; ++j) tangent += std::pow(p.force[j] / p.cones[0].friction[j - 1], 2);
    EXPECT_LE(std::sqrt(tangent), normal + 1e-9);
    if (normal < 0.1 || std::sqrt(tangent) > 0.99 * normal) continue;
    ++sticking;
    for (int j = 1; j < p.cones[0].dim; ++j) {
      EXPECT_NEAR(p.b[j] + a.multiply_row(j, p.force) - p.R[j] * p.force[j], 0, 1e-7);
    }
  }
  EXPECT_GT(sticking, 2);
}

// Noslip as a problem of its own: with the normal forces fixed, friction minimises f' A f / 2 + f' b without R. Row by
// row: no slope is left inside the bounds, and at a bound it presses against it. Opposing edges share their sum.
void check_noslip_optimality(const Problem& p, const DualMatrix& a, std::span<const double> before, int& inside) {
  const auto slope = [&](int i) { return p.b[i] + a.multiply_row(i, p.force) - p.R[i] * p.force[i]; };
  const auto check = [&](double force, double low, double high, double derivative) {
    EXPECT_GE(force, low - 1e-12);
    EXPECT_LE(force, high + 1e-12);
    EXPECT_LE(force > low + 1e-9 ? derivative : 0, 1e-6);
    EXPECT_GE(force < high - 1e-9 ? derivative : 0, -1e-6);
    inside += force > low + 1e-9 && force < high - 1e-9;
  };
  for (int i = 0; i < p.nefc; ++i) {
    const bool friction = i >= p.ne && i < p.ne + p.nf;
    if (friction) check(p.force[i], -p.frictionloss[i], p.frictionloss[i], slope(i));
  }
  for (const FrictionCone& c : p.cones) {
    for (int i = c.first; i < c.first + 2 * (c.dim - 1); i += 2) {
      const double sum = before[i] + before[i + 1];
      EXPECT_NEAR(p.force[i] + p.force[i + 1], sum, 1e-12);
      check(p.force[i], 0, sum, slope(i) - slope(i + 1));
    }
  }
}

TEST(Noslip, PyramidsAndFrictionLossAreOptimal) {
  int inside = 0;
  for (int trial = 0; trial < 40; ++trial) {
    RandomShape s = shape(trial);
    s.cone = Cone::kPyramidal;
    s.nv = 40, s.trees = 2, s.ne = 1, s.nf = 2, s.limits = 1, s.contacts = 2;
    RandomProblem world(s, 300 + trial);
    Problem p = world.start();
    solve_newton(p);
    const Vector before = copy(p.force);
    p.options.noslip_iterations = 5000;
    p.options.noslip_tolerance = -1;
    Scratch::Frame frame(*p.scratch);
    const DualMatrix a(p, frame);
    solve_noslip(p, a);
    check_noslip_optimality(p, a, before, inside);
  }
  EXPECT_GT(inside, 40);
}

// f' (A + R) f / 2 + f' b
double dual_cost(const Problem& p, const DualMatrix& a) {
  double cost = 0;
  for (int i = 0; i < p.nefc; ++i) cost += p.force[i] * (0.5 * a.multiply_row(i, p.force) + p.b[i]);
  return cost;
}

// MuJoCo: the first sweep is also credited with the cost of the regularisation, which noslip does not count.
TEST(Noslip, ReportsTheChangeOfTheCost) {
  for (int trial = 0; trial < 40; ++trial) {
    RandomProblem world(shape(trial), 1100 + trial);
    Problem p = world.start();
    solve_newton(p);
    p.niter = 0;
    p.options.noslip_iterations = 1;
    Scratch::Frame frame(*p.scratch);
    const DualMatrix a(p, frame);
    const double before = dual_cost(p, a);
    solve_noslip(p, a);
    double regularisation = 0;
    for (int i = 0; i < p.nefc; ++i) regularisation += 0.5 * p.R[i] * p.force[i] * p.force[i];
    const double improvement = before - (dual_cost(p, a) - regularisation);
    EXPECT_NEAR(p.stats[0].improvement, improvement * p.dual_scale, 1e-11 * (1 + std::abs(before))) << trial;
  }
}

// A random admissible force.
void set_random_force(const Problem& p, std::mt19937& rng) {
  std::uniform_real_distribution<double> unit(0, 1);
  for (int i = 0; i < p.nefc; ++i) {
    p.force[i] = i < p.ne ? 4 * unit(rng) - 2 : i < p.ne + p.nf ? (2 * unit(rng) - 1) * p.frictionloss[i] : unit(rng);
  }
  for (const FrictionCone& c : p.elliptic()) {
    for (int j = 1; j < c.dim; ++j) p.force[c.first + j] *= p.force[c.first] * c.friction[j - 1] / std::sqrt(5.0);
  }
}

// A sweep lowers the cost from any start, by what it reports.
TEST(Pgs, EverySweepLowersTheCost) {
  std::mt19937 rng(1);
  for (int trial = 0; trial < 100; ++trial) {
    RandomProblem world(shape(trial), 700 + trial);
    Problem p = world.start();
    p.options.iterations = 1;
    Scratch::Frame frame(*p.scratch);
    const DualMatrix a(p, frame);
    set_random_force(p, rng);
    for (int sweep = 0; sweep < 5; ++sweep) {  // each by itself, without extrapolation
      const double before = dual_cost(p, a);
      p.niter = 0;
      solve_pgs(p, a);
      const double improvement = before - dual_cost(p, a);
      EXPECT_NEAR(p.stats[0].improvement, improvement * p.dual_scale, 1e-11 * (1 + std::abs(before))) << trial;
      EXPECT_GT(improvement, sweep == 0 ? 1e-3 : -1e-9) << trial;
    }
  }
}

// Forces that violate a bound are clipped or scaled; extrapolated sweeps find the solution in fewer steps.
TEST(Pgs, MomentumConvergesFaster) {
  int faster = 0, trials = 0;
  for (int trial = 0; trial < 40; ++trial) {
    RandomProblem world(shape(trial), 800 + trial);
    Problem p = world.start();
    Scratch::Frame frame(*p.scratch);
    const DualMatrix a(p, frame);
    const auto cost_after = [&](int solves, int sweeps) {
      std::fill(p.force.begin(), p.force.end(), 0.0);
      p.options.tolerance = -1;
      p.options.iterations = sweeps;
      for (int i = 0; i < solves; ++i) solve_pgs(p, a);
      return dual_cost(p, a);
    };
    const double best = cost_after(1, 2000), together = cost_after(1, 40) - best, single = cost_after(40, 1) - best;
    if (single < 1e-10) continue;  // too easy to tell
    ++trials;
    faster += together < single;
  }
  EXPECT_GT(trials, 5);
  EXPECT_GT(faster, 0.8 * trials);
}

// A + R against dense matrices, on trees that do not interact.
TEST(DualMatrix, EqualsDense) {
  RandomShape s;
  s.nv = 14, s.trees = 3, s.coupling = 0.3;
  RandomProblem world(s, 5);
  Problem p = world.start();
  Scratch::Frame frame(*p.scratch);
  const DualMatrix a(p, frame);
  for (int j = 0; j < p.nefc; ++j) {
    Vector unit(p.nefc), column(&world.dense_J[j * p.nv], &world.dense_J[j * p.nv] + p.nv);
    unit[j] = 1;
    solve_inertia(p, column);
    for (int i = 0; i < p.nefc; ++i) {
      double value = i == j ? p.R[i] : 0;
      for (int k = 0; k < p.nv; ++k) value += world.dense_J[i * p.nv + k] * column[k];
      EXPECT_NEAR(a.multiply_row(i, unit), value, 1e-12);
      if (i == j) {
        EXPECT_NEAR(a.diagonal(i), value, 1e-12);
      }
    }
  }
}

}  // namespace
}  // namespace corten
