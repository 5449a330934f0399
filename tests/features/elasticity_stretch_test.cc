// Item 42C: a bar and a strip of every elasticity model, pulled to twice their length.
//
// The vertices are put where a homogeneous deformation F = R diag(s, t, t) takes them; the lateral stretch t is the one
// without stress across. Then the elements of one end pull with area times P, the first Piola-Kirchhoff stress along
// the bar, and all other sums vanish. P and t follow from the formulas below, which are written for this one state
// (J = s t^2, I1 = s^2 + 2 t^2) and share nothing with the library:
//   linear                S = young (s^2 - 1) / 2, P = s S, t^2 = 1 - poisson (s^2 - 1)      St. Venant-Kirchhoff
//   neo_hookean           P = mu (s - 1/s) + lambda ln J / s,   mu (t - 1/t) + lambda ln J / t = 0
//   stable_neo_hookean    P = m s I1/(I1+1) + l (J - a) t^2,   m t I1/(I1+1) + l (J - a) s t = 0
//   mooney_rivlin         P = 2 c10 (s - 1/s) + 4 c01 (s t^2 - 1/s) + L ln J / s,
//                         2 c10 (t - 1/t) + 2 c01 (t s^2 + t^3 - 2/t) + L ln J / t = 0
//   ogden                 P = sum_p mu_p (s^(alpha_p - 1) - 1/s) + lambda ln J / s, the same in t is zero
//   corotated             P = young (s - 1),   t = 1 - poisson (s - 1)
// A membrane has no stress across its thickness either, so it pulls as a bar does. MuJoCo: the default model has other
// moduli, and in two dimensions no thickness that changes (src/flex/README.md).
#include <functional>
#include <vector>

#include "flex_scenes.h"

namespace corten {
namespace elasticity_stretch_test {

constexpr double kYoung = 1e4, kPoisson = .3, kThickness = .005, kStretch = 2;

// Where a function that grows is zero.
double root(const std::function<double(double)>& f) {
  double low = .01, high = 1;
  for (int i = 0; i < 100; ++i) (f(.5 * (low + high)) > 0 ? high : low) = .5 * (low + high);
  return .5 * (low + high);
}

struct Pulled {
  double across, stress;  // t, P
};
// pull(a, b, c): dpsi/da of the stretches a, b, c, at which it is divided by nothing but a.
Pulled pulled(const std::function<double(double a, double b, double c)>& pull) {
  const double t = root([&](double x) { return pull(x, kStretch, x); });
  return {t, pull(kStretch, t, t)};
}

struct Material {
  const char* attributes;
  const char* elasticity;
  std::function<Pulled(int dim)> theory;
};

Pulled linear(int dim) {
  const double poisson = .1, l = kYoung * poisson / ((1 + poisson) * (1 - 2 * poisson)),
               m = kYoung / (2 * (1 + poisson));
  const double strain = .5 * (kStretch * kStretch - 1);
  if (dim == 3) {
    const double lambda = 2 * l, young = m * (3 * lambda + 2 * m) / (lambda + m), ratio = lambda / (2 * (lambda + m));
    return {std::sqrt(1 - 2 * ratio * strain), kStretch * young * strain};
  }
  const double lambda = l / 2, mu = m / 4, ratio = lambda / (lambda + 2 * mu);
  return {std::sqrt(1 - 2 * ratio * strain), kStretch * 4 * mu * (lambda + mu) / (lambda + 2 * mu) * strain};
}

const double kMu = kYoung / (2 * (1 + kPoisson)), kLambda = 2 * kMu * kPoisson / (1 - 2 * kPoisson);

Pulled neo_hookean(int) {
  return pulled([](double a, double b, double c) { return kMu * (a - 1 / a) + kLambda * std::log(a * b * c) / a; });
}
Pulled stable_neo_hookean(int) {
  const double m = 4. / 3 * kMu, l = kLambda + 5. / 6 * kMu, rest = 1 + .75 * m / l;
  return pulled([=](double a, double b, double c) {
    const double i1 = a * a + b * b + c * c;
    return m * a * i1 / (i1 + 1) + l * (a * b * c - rest) * b * c;
  });
}
Pulled mooney_rivlin(int) {
  const double c10 = 1500, c01 = 300, lambda = 4 * (c10 + c01) * kPoisson / (1 - 2 * kPoisson), rest = lambda - 4 * c01;
  return pulled([=](double a, double b, double c) {
    return 2 * c10 * (a - 1 / a) + 2 * c01 * (a * b * b + a * c * c - 2 / a) + rest * std::log(a * b * c) / a;
  });
}
Pulled ogden(int) {
  const double lambda = (2000. * 2 + 20. * 3) * kPoisson / (1 - 2 * kPoisson);
  return pulled([=](double a, double b, double c) {
    return 2000 * (a - 1 / a) - 20 * (std::pow(a, -4) - 1 / a) + lambda * std::log(a * b * c) / a;
  });
}
Pulled corotated(int) { return {1 - kPoisson * (kStretch - 1), kYoung * (kStretch - 1)}; }

const Material kMaterials[] = {
    {"elasticity_model='linear'", "young='1e4' poisson='.1'", linear},
    {"elasticity_model='neo_hookean'", "young='1e4' poisson='.3'", neo_hookean},
    {"elasticity_model='stable_neo_hookean'", "young='1e4' poisson='.3'", stable_neo_hookean},
    {"elasticity_model='mooney_rivlin' elasticity_params='1500 300'", "poisson='.3'", mooney_rivlin},
    {"elasticity_model='ogden' elasticity_params='2000 2 -20 -3'", "poisson='.3'", ogden},
    {"elasticity_model='corotated'", "young='1e4' poisson='.3'", corotated},
};

// Five cells long, two wide; a block also two high.
World bar(const Material& material, int dim) {
  return World(flexcomp_model(
      std::string(dim == 3 ? "count='6 3 3' dim='3' " : "count='6 3 1' dim='2' ") + material.attributes,
      "<contact selfcollide='none' internal='false' contype='0' conaffinity='0'/><elasticity thickness='" +
          std::to_string(kThickness) + (dim == 2 ? "' elastic2d='stretch' " : "' ") + material.elasticity + "/>",
      "", "gravity='0 0 0'"));
}

TEST(Elasticity, TwiceTheLengthHasTheForceOfTheLaw) {
  const Mat3 turn = to_mat(axis_angle(Vec3{2, -1, 2} * (1. / 3), .8));
  for (const int dim : {3, 2}) {
    const double area = dim == 3 ? .08 * .08 : .08 * kThickness;
    for (const Material& material : kMaterials) {
      World w = bar(material, dim);
      const Pulled expected = material.theory(dim);
      const std::vector<Vec3> rest(w.d.flexvert_xpos.begin(), w.d.flexvert_xpos.end());
      for (int v = 0; v < w.m.nflexvert; ++v) {
        const Vec3& at = rest[static_cast<std::size_t>(v)];
        const Vec3 move = turn * Vec3{kStretch * at.x, expected.across * at.y, expected.across * at.z} - at;
        for (int k = 0; k < 3; ++k) w.d.qpos[3 * v + k] = move[k];
      }
      forward(w.m, w.d);
      const double pull = area * expected.stress;
      Vec3 left, right;
      for (int v = 0; v < w.m.nflexvert; ++v) {
        const double x = rest[static_cast<std::size_t>(v)].x;
        const Vec3 force{w.d.qfrc_passive[3 * v], w.d.qfrc_passive[3 * v + 1], w.d.qfrc_passive[3 * v + 2]};
        if (std::abs(x) < .099) {
          EXPECT_LT(norm(force), 1e-9 * pull) << material.attributes << dim;  // also at the sides: they are free
        } else {
          (x < 0 ? left : right) += force;
        }
      }
      const Vec3 along = col(turn, 0);
      EXPECT_GT(pull, 0);
      EXPECT_NEAR(dot(left, along), pull, 1e-9 * pull) << material.attributes << dim;
      EXPECT_LT(norm(left - along * pull), 1e-9 * pull) << material.attributes << dim;
      EXPECT_LT(norm(right + along * pull), 1e-9 * pull) << material.attributes << dim;
    }
  }
}

}  // namespace elasticity_stretch_test
}  // namespace corten
