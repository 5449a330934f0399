#include "corten/elasticity.h"

#include <gtest/gtest.h>

#include <random>

#include "corten/elasticity/corotated.h"
#include "corten/elasticity/mooney_rivlin.h"
#include "corten/elasticity/neo_hookean.h"
#include "corten/elasticity/ogden.h"
#include "corten/elasticity/stable_neo_hookean.h"

namespace corten {
namespace {

constexpr double kYoung = 2000, kPoisson = 0.3;

// Calls visit(name, material) for every built-in material, all with the same Hooke's law for small strains.
template <class Visit>
void for_each_material(Visit visit) {
  const double mu = Lame::of(kYoung, kPoisson).mu;
  visit("neo_hookean", NeoHookean::of(kYoung, kPoisson));
  visit("stable_neo_hookean", StableNeoHookean::of(kYoung, kPoisson));
  visit("mooney_rivlin", MooneyRivlin::of(0.4 * mu, 0.1 * mu, kPoisson));
  // 2 mu = 1.2 mu 1.5 + 0.05 mu 4
  visit("ogden", Ogden::of({1.2 * mu, 1.5}, {-0.05 * mu, -4}, {0, 2}, kPoisson));
  visit("corotated", Corotated::of(kYoung, kPoisson));
}

Mat3 random_matrix(std::mt19937& random) {
  std::normal_distribution<double> normal;
  Mat3 m;
  for (double& x : m.m) x = normal(random);
  return m;
}

RestElement tetrahedron() {
  const Vec3 x[4] = {{0, 0, 0}, {1, 0.1, 0}, {0.2, 0.9, 0.1}, {0.1, 0.2, 1.1}};
  const Mat3 edges = from_columns(x[1] - x[0], x[2] - x[0], x[3] - x[0]);
  const double volume6 = dot(col(edges, 0), cross(col(edges, 1), col(edges, 2)));
  RestElement rest;
  rest.volume = volume6 / 6;
  for (int i = 0; i < 3; ++i) {
    rest.gradient[i + 1] = cross(col(edges, (i + 1) % 3), col(edges, (i + 2) % 3)) * (1 / volume6);
    rest.gradient[0] -= rest.gradient[i + 1];
  }
  return rest;
}

RestElement triangle() {
  RestElement rest;
  rest.corners = 3;
  rest.volume = 0.5 * 0.01;  // half a square metre, a centimetre thick
  rest.gradient[0] = {-1, -1, 0};
  rest.gradient[1] = {1, 0, 0};
  rest.gradient[2] = {0, 1, 0};
  return rest;
}

// F = U diag(s) V', rotations, order, sign; also of matrices without full rank.
TEST(SignedSvd, RebuildsTheMatrix) {
  std::mt19937 random(1);
  for (int i = 0; i < 300; ++i) {
    Mat3 f = random_matrix(random);
    if (i % 5 == 1) f = outer(col(f, 0), col(f, 1));
    if (i % 5 == 2) f = outer(col(f, 0), col(f, 1)) + outer(col(f, 2), col(f, 0));
    if (i % 5 == 3) f = identity3() * (i - 150);
    if (i == 0) f = {};
    const SignedSvd svd = signed_svd(f);
    const double scale = 1 + norm(col(f, 0)) + norm(col(f, 1)) + norm(col(f, 2));
    const Mat3 built = svd.u * (diagonal(svd.s) * transpose(svd.v));
    for (int k = 0; k < 9; ++k) EXPECT_NEAR(built.m[k], f.m[k], 1e-13 * scale);
    for (const Mat3& r : {svd.u, svd.v}) {
      const Mat3 unit = r * transpose(r);
      for (int k = 0; k < 9; ++k) EXPECT_NEAR(unit.m[k], identity3().m[k], 1e-13);
      EXPECT_NEAR(dot(col(r, 0), cross(col(r, 1), col(r, 2))), 1, 1e-13);
    }
    EXPECT_GE(svd.s.x, svd.s.y);
    EXPECT_GE(svd.s.y, std::abs(svd.s.z) - 1e-13 * scale);
  }
}

// Hooke's law for small strains: h_ii = lambda + 2 mu, h_ij = lambda, and no energy or stress at rest.
TEST(Materials, AreHookeanAtRest) {
  const Lame lame = Lame::of(kYoung, kPoisson);
  for_each_material([&](const char* name, const auto& material) {
    const Vec3 rest{1, 1, 1};
    EXPECT_NEAR(material.energy(rest), 0, 1e-12 * kYoung) << name;
    EXPECT_NEAR(norm(material.gradient(rest)), 0, 1e-12 * kYoung) << name;
    const Mat3 h = material.hessian(rest);
    EXPECT_NEAR(h(0, 0), lame.lambda + 2 * lame.mu, 1e-12 * kYoung) << name;
    EXPECT_NEAR(h(0, 1), lame.lambda, 1e-12 * kYoung) << name;
  });
}

// g = dpsi/ds and h = dg/ds by central differences, inverted and squashed elements included.
TEST(Materials, DerivativesAreExact) {
  for_each_material([&](const char* name, const auto& material) {
    for (const Vec3& s : {Vec3{1.2, 1, 0.8}, Vec3{2, 0.5, 0.4}, Vec3{1.1, 0.9, 0.05}, Vec3{1.3, 0.6, -0.4}}) {
      for (int i = 0; i < 3; ++i) {
        Vec3 plus = s, minus = s;
        constexpr double e = 1e-5;
        plus[i] += e, minus[i] -= e;
        const double slope = (material.energy(plus) - material.energy(minus)) / (2 * e);
        EXPECT_NEAR(material.gradient(s)[i], slope, 1e-6 * kYoung) << name;
        const Vec3 bend = (material.gradient(plus) - material.gradient(minus)) * (1 / (2 * e));
        for (int j = 0; j < 3; ++j) EXPECT_NEAR(material.hessian(s)(i, j), bend[j], 1e-5 * kYoung) << name;
      }
    }
  });
}

// Forces of an element are the gradient of its energy, and its stiffness their derivative where that is positive.
TEST(Elements, ForceAndStiffnessAreDerivatives) {
  for (const RestElement& rest : {tetrahedron(), triangle()}) {
    for_each_material([&](const char* name, const auto& material) {
      Vec3 x[4] = {{0, 0, 0.1}, {1.15, 0.1, 0}, {0.15, 1.05, 0.2}, {-0.1, 0.2, 1.3}};  // a little: no clamping
      const auto at = [&](Want want) { return element_response(material, rest, x, want); };
      const ElementResponse here = at(Want::kStiffness);
      constexpr double e = 1e-5;
      for (int c = 0; c < rest.corners; ++c) {
        for (int k = 0; k < 3; ++k) {
          const double start = x[c][k];
          x[c][k] = start + e;
          const ElementResponse plus = at(Want::kForce);
          x[c][k] = start - e;
          const ElementResponse minus = at(Want::kForce);
          x[c][k] = start;
          const double scale = kYoung * rest.volume;
          EXPECT_NEAR(here.force[c][k], -(plus.energy - minus.energy) / (2 * e), 1e-7 * scale) << name;
          for (int d = 0; d < rest.corners; ++d) {
            for (int r = 0; r < 3; ++r) {
              const double slope = -(plus.force[d][r] - minus.force[d][r]) / (2 * e);
              EXPECT_NEAR(here.stiffness[d][c](r, k), slope, 1e-6 * scale) << name << rest.corners;
            }
          }
        }
      }
    });
  }
}

// x' K x >= 0 in any state: that is what the implicit integrators rely on.
TEST(Elements, StiffnessIsPositiveSemiDefinite) {
  std::mt19937 random(2);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 100; ++i) {
    for (const RestElement& rest : {tetrahedron(), triangle()}) {
      Vec3 x[4], u[4];
      for (Vec3* list : {x, u}) {
        for (int c = 0; c < 4; ++c) list[c] = {normal(random), normal(random), normal(random)};
      }
      for_each_material([&](const char* name, const auto& material) {
        const ElementResponse r = element_response(material, rest, x, Want::kStiffness);
        double sum = 0, size = 0;
        for (int c = 0; c < rest.corners; ++c) {
          for (int d = 0; d < rest.corners; ++d) {
            sum += dot(u[c], r.stiffness[c][d] * u[d]);
            size += std::abs(dot(u[c], r.stiffness[c][d] * u[d]));
          }
        }
        EXPECT_GE(sum, -1e-12 * size) << name;
      });
    }
  }
}

// No net force, no net torque.
TEST(Elements, ForcesConserveMomentum) {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 50; ++i) {
    Vec3 x[4];
    for (Vec3& p : x) p = {normal(random), normal(random), normal(random)};
    for (const RestElement& rest : {tetrahedron(), triangle()}) {
      for_each_material([&](const char* name, const auto& material) {
        const ElementResponse r = element_response(material, rest, x, Want::kForce);
        Vec3 force, torque;
        double size = 0;
        for (int c = 0; c < rest.corners; ++c) {
          force += r.force[c];
          torque += cross(x[c], r.force[c]);
          size += norm(r.force[c]) * (1 + norm(x[c]));
        }
        EXPECT_LE(norm(force), 1e-12 * size) << name;
        EXPECT_LE(norm(torque), 1e-12 * size) << name;
      });
    }
  }
}

// Free lateral surfaces: for a bar stretched to s the lateral stretch t solves g_2(s, t, t) = 0. Found here by
// bisection of the closed forms, and through elements for membranes by thickness_stretch.
template <class F>
double bisect(double low, double high, F f) {
  for (int i = 0; i < 200; ++i) {
    const double mid = 0.5 * (low + high);
    (f(mid) > 0 ? high : low) = mid;
  }
  return low;
}

// No stress across a membrane, whatever its other stretches; at rest the third is 1.
TEST(Materials, ThicknessOfMembranes) {
  for_each_material([&](const char* name, const auto& material) {
    EXPECT_NEAR(thickness_stretch(material, 1, 1), 1, 1e-12) << name;
    for (const double s1 : {0.6, 0.9, 1.0, 1.1, 1.5, 3.0}) {
      for (const double s2 : {0.5, 0.9, 1.0, 1.2}) {
        const double s3 = thickness_stretch(material, s1, s2);
        const double found = bisect(0.02, 8, [&](double x) { return material.gradient({s1, s2, x}).z; });
        EXPECT_NEAR(s3, found, 1e-9) << name << s1 << s2;
      }
    }
  });
}

TEST(Materials, StretchedToTwiceTheLength) {
  const double s = 2;
  const Lame lame = Lame::of(kYoung, kPoisson);
  {  // mu (t^2 - 1) + lambda ln(s t^2) = 0, P = mu (s - 1/s) + lambda ln(s t^2) / s
    const double t =
        bisect(0.1, 1, [&](double v) { return lame.mu * (v * v - 1) + lame.lambda * std::log(s * v * v); });
    const double pull = lame.mu * (s - 1 / s) + lame.lambda * std::log(s * t * t) / s;
    const Vec3 g = NeoHookean::of(kYoung, kPoisson).gradient({s, t, t});
    EXPECT_NEAR(g.x, pull, 1e-9 * pull);
    EXPECT_NEAR(g.y, 0, 1e-9 * pull);
    EXPECT_NEAR(thickness_stretch(NeoHookean::of(kYoung, kPoisson), s, t), t, 1e-9);
  }
  {  // Hooke: t = 1 - poisson (s - 1), P = E (s - 1)
    const double t = 1 - kPoisson * (s - 1);
    const Vec3 g = Corotated::of(kYoung, kPoisson).gradient({s, t, t});
    EXPECT_NEAR(g.x, kYoung * (s - 1), 1e-9 * kYoung);
    EXPECT_NEAR(g.y, 0, 1e-9 * kYoung);
  }
}

}  // namespace
}  // namespace corten
