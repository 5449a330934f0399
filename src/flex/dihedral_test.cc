#include <gtest/gtest.h>

#include <random>

#include "corten/bending.h"
#include "corten/bending/bridson.h"
#include "corten/bending/cotangent.h"
#include "corten/bending/discrete_shell.h"

namespace corten {
namespace {

static_assert(BendingModel<CotangentBending> && BendingModel<BridsonBending> && BendingModel<DiscreteShellBending>);

// Two unit squares' halves folded about the x axis by `angle`.
void fold(double angle, Vec3 (&x)[4]) {
  x[0] = {0, 0, 0};
  x[1] = {1, 0, 0};
  x[2] = {0.3, 0.8, 0};
  x[3] = {0.6, -0.9 * std::cos(angle), 0.9 * std::sin(angle)};
}

TEST(Dihedral, IsTheAngleOfTheFold) {
  for (const double angle : {-3.0, -1.0, -1e-3, 0.0, 0.5, 2.0, 3.1}) {
    Vec3 x[4];
    fold(angle, x);
    EXPECT_NEAR(std::abs(dihedral_angle(x).angle), std::abs(angle), 1e-14);
  }
}

TEST(Dihedral, DerivativesAreExact) {
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 30; ++i) {
    Vec3 x[4];
    for (Vec3& p : x) p = {normal(random), normal(random), normal(random)};
    const DihedralAngle here = dihedral_angle(x);
    const HingeStiffness hessian = dihedral_hessian(x);
    double size = 1;
    for (const Vec3& g : here.gradient) size += dot(g, g);
    constexpr double e = 1e-6;
    for (int j = 0; j < 4; ++j) {
      for (int k = 0; k < 3; ++k) {
        const double start = x[j][k];
        x[j][k] = start + e;
        const DihedralAngle plus = dihedral_angle(x);
        x[j][k] = start - e;
        const DihedralAngle minus = dihedral_angle(x);
        x[j][k] = start;
        EXPECT_NEAR(here.gradient[j][k], angle_difference(plus.angle, minus.angle) / (2 * e), 1e-7 * size * size);
        for (int c = 0; c < 4; ++c) {
          const Vec3 slope = (plus.gradient[c] - minus.gradient[c]) * (1 / (2 * e));
          for (int r = 0; r < 3; ++r) EXPECT_NEAR(hessian.block[c][j](r, k), slope[r], 1e-7 * size * size * size);
        }
      }
    }
  }
}

// Force = -gradient of the energy, no net force or torque, stiffness positive semi-definite and equal to the derivative
// of the force at rest.
template <class Model>
void check_model(const Model& model, const RestHinge& rest) {
  std::mt19937 random(2);
  std::normal_distribution<double> normal(0, 0.2);
  for (int i = 0; i < 20; ++i) {
    Vec3 x[4];
    fold(0.4, x);
    for (Vec3& p : x) p += Vec3{normal(random), normal(random), normal(random)};
    Vec3 f[4], torque, sum;
    model.add_force(rest, x, {&f[0], &f[1], &f[2], &f[3]});
    double size = 0;
    for (int v = 0; v < 4; ++v) {
      sum += f[v];
      torque += cross(x[v], f[v]);
      size += norm(f[v]) * (1 + norm(x[v]));
      for (int k = 0; k < 3; ++k) {
        constexpr double e = 1e-6;
        const double start = x[v][k];
        x[v][k] = start + e;
        const double plus = model.energy(rest, x);
        x[v][k] = start - e;
        const double minus = model.energy(rest, x);
        x[v][k] = start;
        EXPECT_NEAR(f[v][k], -(plus - minus) / (2 * e), 1e-7 * (1 + size));
      }
    }
    EXPECT_LE(norm(sum), 1e-12 * (1 + size));
    EXPECT_LE(norm(torque), 1e-12 * (1 + size));
    HingeStiffness stiffness;
    model.set_stiffness(rest, x, stiffness);
    Vec3 u[4];
    for (Vec3& p : u) p = {normal(random), normal(random), normal(random)};
    double quadratic = 0;
    for (int a = 0; a < 4; ++a) {
      for (int b = 0; b < 4; ++b) quadratic += dot(u[a], stiffness.block[a][b] * u[b]);
    }
    EXPECT_GE(quadratic, -1e-12);
  }
}

TEST(Bending, ModelsAreConservative) {
  check_model(BridsonBending{}, {0.7, 0.3, nullptr});
  check_model(DiscreteShellBending{}, {0.7, 0.3, nullptr});
  double matrix[17] = {};
  const double c[4] = {0.4, 0.6, -0.7, -0.3};
  for (int i = 0; i < 16; ++i) matrix[i] = 2 * c[i / 4] * c[i % 4];
  check_model(CotangentBending{}, {0, 0, matrix});
}

// M = k (theta - theta0): the moment about the edge of a hinge that is opened by hand.
TEST(Bending, MomentOfAHinge) {
  const RestHinge rest{0.7, 0.3, nullptr};
  for (const double angle : {-0.5, 0.2, 1.0}) {
    Vec3 x[4], f[4], g[4];
    fold(angle, x);
    const double theta = dihedral_angle(x).angle;
    DiscreteShellBending{}.add_force(rest, x, {&f[0], &f[1], &f[2], &f[3]});
    EXPECT_NEAR(std::abs(cross(x[3], f[3]).x), std::abs(0.7 * (theta - 0.3)), 1e-13);
    BridsonBending{}.add_force(rest, x, {&g[0], &g[1], &g[2], &g[3]});
    EXPECT_NEAR(std::abs(cross(x[3], g[3]).x), std::abs(1.4 * (std::sin(theta / 2) - std::sin(0.15))), 1e-13);
  }
}

// The second derivative of E, not only its first part.
TEST(Bending, HessianOfTheDiscreteShell) {
  const RestHinge rest{0.7, 0.3, nullptr};
  Vec3 x[4];
  fold(1.1, x);
  const HingeStiffness hessian = DiscreteShellBending{}.hessian(rest, x);
  constexpr double e = 1e-6;
  for (int j = 0; j < 4; ++j) {
    for (int k = 0; k < 3; ++k) {
      Vec3 plus[4], minus[4];
      const double start = x[j][k];
      x[j][k] = start + e;
      DiscreteShellBending{}.add_force(rest, x, {&plus[0], &plus[1], &plus[2], &plus[3]});
      x[j][k] = start - e;
      DiscreteShellBending{}.add_force(rest, x, {&minus[0], &minus[1], &minus[2], &minus[3]});
      x[j][k] = start;
      for (int i = 0; i < 4; ++i) {
        for (int r = 0; r < 3; ++r) {
          EXPECT_NEAR(hessian.block[i][j](r, k), -(plus[i][r] - minus[i][r]) / (2 * e), 1e-7);
        }
      }
    }
  }
}

}  // namespace
}  // namespace corten
