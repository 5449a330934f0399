// The effective metric: its stiffness against derivatives of the forces, its products and solves, and MuJoCo's numbers.
#include "flex/metric/metric.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "dynamics/smooth.h"
#include "flex/cloth_test.h"
#include "flex/metric/stiffness.h"
#include "math/dense.h"
#include "math/vec3.h"
#include "model/workspace.h"

namespace corten {
namespace {

using Vector = std::vector<double>;

Vector wave(int n, double phase) {
  Vector x(n);
  for (int i = 0; i < n; ++i) x[i] = std::sin(1.7 * i + phase);
  return x;
}

double distance(std::span<const double> a, std::span<const double> b) {
  double worst = 0, scale = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    worst = std::max(worst, std::abs(a[i] - b[i]));
    scale = std::max(scale, std::abs(b[i]));
  }
  return worst / scale;
}

// Relative error of (M + K) x = b after a solve.
double residual(const Model& m, Data& d) {
  Scratch::Frame frame(work(d).scratch);
  const EffectiveMetric metric(m, d, {}, frame);
  const Vector b = wave(m.nv, 0);
  Vector x = b, back(m.nv);
  metric.solve(x);
  multiply_inertia(m, d, x, back);
  metric.add_stiffness(x, back);
  return distance(back, b);
}

// -d(qfrc_spring)/dq x by central differences
Vector force_change(const Model& m, const Data& at, const Vector& x) {
  constexpr double kStep = 1e-6;
  Data d = at;
  Vector plus(m.nv), change(m.nv);
  for (const double sign : {1.0, -1.0}) {
    for (int i = 0; i < m.nv; ++i) d.qpos[i] = at.qpos[i] + sign * kStep * x[i];
    forward(m, d);
    for (int i = 0; i < m.nv; ++i) (sign > 0 ? plus[i] : change[i]) = d.qfrc_spring[i];
  }
  for (int i = 0; i < m.nv; ++i) change[i] = (change[i] - plus[i]) / (2 * kStep);
  return change;
}

TEST(FlexMetric, OptionsDecide) {
  const auto active = [](const std::string& option) {
    const Model m = load_text(Cloth{.option = option}.text());
    Data d(m);
    forward(m, d);
    return d.efm_active;
  };
  EXPECT_TRUE(active("integrator='implicitfast' solver='CG'"));
  EXPECT_TRUE(active("integrator='implicit' solver='CG'"));
  EXPECT_FALSE(active("integrator='implicitfast' solver='Newton'"));
  EXPECT_FALSE(active("integrator='Euler' solver='CG'"));
  EXPECT_FALSE(active("integrator='implicitfast' solver='CG' cone='elliptic'"));
}

TEST(FlexMetric, BendingIsTheDerivativeOfItsForce) {
  const Model m = load_text(Cloth{.elastic = "bend"}.text());
  Data d(m);
  deform_cloth(m, d, 0.02);
  for (int k = 0; k < 4; ++k) {
    const Vector x = wave(m.nv, k);
    Vector y(m.nv);
    add_bending_product(m, d, {1, 0}, x, y);
    EXPECT_LT(distance(y, force_change(m, d, x)), 1e-7);
  }
}

// Stretched evenly, so that all edges are in tension or free of it; compressed ones would count as slack.
TEST(FlexMetric, StretchIsTheDerivativeOfItsForceInTension) {
  const Model m = load_text(Cloth{.elastic = "stretch", .damping = 0}.text());
  Data d(m);
  deform_cloth(m, d, 0, 1.3);
  const Vector x = wave(m.nv, 0);
  Vector y(m.nv);
  add_stretch_product(m, d, {1, 0}, x, y);
  EXPECT_LT(distance(y, force_change(m, d, x)), 1e-7);
}

TEST(FlexMetric, MatrixIsTheSumOfTheStencilsAndSymmetricPositive) {
  const Model m = load_text(Cloth{}.text());
  Data d(m);
  for (const double stretch : {0.7, 1.0, 1.3}) {
    deform_cloth(m, d, 0.03, stretch);
    ASSERT_GT(d.nefmK, 0);
    const double h = m.opt.timestep;
    const auto multiply = [&](const Vector& x) {
      Scratch::Frame frame(work(d).scratch);
      Vector y(m.nv);
      EffectiveMetric(m, d, {}, frame).add_stiffness(x, y);
      return y;
    };
    for (int k = 0; k < 4; ++k) {
      const Vector x = wave(m.nv, k), z = wave(m.nv, 10 + k), y = multiply(x);
      Vector stencils(m.nv);
      add_bending_product(m, d, {h * h, h}, x, stencils);
      add_stretch_product(m, d, {h * h, h}, x, stencils);
      EXPECT_LT(distance(y, stencils), 1e-13);
      EXPECT_NEAR(dot(z, y), dot(x, multiply(z)), 1e-13 * std::abs(dot(z, y)) + 1e-18);
      EXPECT_GE(dot(x, y), 0);
    }
  }
}

TEST(FlexMetric, SolveMeetsTheTolerance) {
  for (const char* elastic : {"bend", "stretch", "both"}) {
    const Model m = load_text(Cloth{.elastic = elastic}.text());
    Data d(m);
    deform_cloth(m, d, 0.02);
    EXPECT_LT(residual(m, d), 10 * m.opt.tolerance) << elastic;
    EXPECT_EQ(d.warning[static_cast<int>(Warning::kInertia)].number, 0);
  }
}

TEST(FlexMetric, TooFewIterationsAreReported) {
  Model m = load_text(Cloth{}.text());
  m.opt.iterations = 1;
  Data d(m);
  deform_cloth(m, d, 0.02);
  EXPECT_GT(d.warning[static_cast<int>(Warning::kInertia)].number, 0);
}

// A block of the given kind, turned, as a world of its own or on an arm that turns.
std::string block(const std::string& dof, bool on_arm) {
  const std::string flex = "<flexcomp name='f' type='grid' count='3 3 3' spacing='.1 .1 .1' dim='3' mass='.5' dof='" +
                           dof +
                           "' quat='.8 .3 .4 .3'><contact internal='false' selfcollide='none'/>"
                           "<elasticity young='2e4' poisson='.3' damping='.002'/></flexcomp>";
  const std::string arm = "<body name='arm'><joint axis='0 1 0'/><geom size='.1'/>" + flex + "</body>";
  return "<mujoco><option integrator='implicitfast' solver='CG'/><worldbody>" + (on_arm ? arm : flex) +
         "</worldbody></mujoco>";
}

// Turns all nodes about the origin.
void turn_block(const Model& m, Data& d, const Mat3& rotation) {
  forward(m, d);
  for (const int body : m.flex_nodebodyid) {
    const Vec3 shift = mul_transposed(d.xmat[body], rotation * d.xpos[body] - d.xpos[body]);
    for (int k = 0; k < 3; ++k) d.qpos[m.body_dofadr[body] + k] = shift[k];
  }
  forward(m, d);
}

// Cells turn with the body, which makes their stiffness exact only where they are not deformed.
TEST(FlexMetric, CellsAreTheDerivativeOfTheirForceAtRest) {
  for (const char* dof : {"trilinear", "quadratic"}) {
    const Model m = load_text(block(dof, false));
    Data d(m);
    turn_block(m, d, to_mat(axis_angle({0.6, 0, 0.8}, 0.7)));
    const Vector x = wave(m.nv, 0);
    Vector y(m.nv);
    add_cell_product(m, d, {-1, 0}, x, y);
    EXPECT_LT(distance(y, force_change(m, d, x)), 1e-5) << dof;
  }
}

TEST(FlexMetric, MatrixOfBlocksIsTheSumOfTheStencils) {
  for (const char* dof : {"full", "trilinear", "quadratic"}) {
    const Model m = load_text(block(dof, false));
    Data d(m);
    for (int i = 0; i < m.nv; ++i) d.qpos[i] = 0.02 * std::sin(3.0 * i);
    forward(m, d);
    ASSERT_GT(d.nefmK, 0);
    const double h = m.opt.timestep;
    Scratch::Frame frame(work(d).scratch);
    const Vector x = wave(m.nv, 0);
    Vector y(m.nv), stencils(m.nv);
    EffectiveMetric(m, d, {}, frame).add_stiffness(x, y);
    add_stretch_product(m, d, {h * h, h}, x, stencils);
    add_cell_product(m, d, {-h * h, -h}, x, stencils);
    EXPECT_LT(distance(y, stencils), 1e-13) << dof;
    EXPECT_GT(dot(x, y), 0);
  }
}

// Bodies that are carried by others have no place in the matrix.
TEST(FlexMetric, CellsOnAnArmNeedNoMatrix) {
  const Model m = load_text(block("trilinear", true));
  Data d(m);
  for (int i = 0; i < m.nv; ++i) d.qpos[i] = 0.02 * std::sin(3.0 * i);
  forward(m, d);
  EXPECT_TRUE(d.efm_active);
  EXPECT_EQ(d.nefmK, 0);
  EXPECT_LT(residual(m, d), 10 * m.opt.tolerance);
}

// Element (i, i) of L L', the upper triangle of L being zero.
double block_diagonal(const Mat3& l, int i) {
  double sum = 0;
  for (int k = 0; k <= i; ++k) sum += l(i, k) * l(i, k);
  return sum;
}

// sum of k J' J, in the product, in the blocks and in the solution
TEST(FlexMetric, RowsAddStiffness) {
  const Model m = load_text(Cloth{}.text());
  Data d(m);
  deform_cloth(m, d, 0.02);
  const int start[] = {0, 3}, dof[] = {3, 4, 5};
  const double J[] = {0.6, 0, 0.8}, k[] = {1e6};
  const StiffRows rows{start, dof, J, k};
  const Mat3 before = d.efm_L[1];
  compute_metric(m, d, rows);
  const double h = m.opt.timestep;
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(block_diagonal(d.efm_L[1], i) - block_diagonal(before, i), h * h * k[0] * J[i] * J[i], 1e-12);
  }
  Scratch::Frame frame(work(d).scratch);
  const EffectiveMetric with(m, d, rows, frame), without(m, d, {}, frame);
  const Vector x = wave(m.nv, 0);
  Vector a(m.nv), b(m.nv);
  with.add_stiffness(x, a);
  without.add_stiffness(x, b);
  const double along = h * h * k[0] * (J[0] * x[3] + J[2] * x[5]);
  for (int i = 0; i < m.nv; ++i) {
    EXPECT_NEAR(a[i] - b[i], i >= 3 && i < 6 ? along * J[i - 3] : 0, 1e-12 * std::abs(along));
  }
  const Vector right = wave(m.nv, 1);
  Vector y = right, back(m.nv);
  with.solve(y);
  multiply_inertia(m, d, y, back);
  with.add_stiffness(y, back);
  EXPECT_LT(distance(back, right), 10 * m.opt.tolerance);
}

}  // namespace
}  // namespace corten
