// Virtual mass and inertia of an ellipsoid with semi-axes (a, b, c) accelerating in a fluid of unit density:
//   kappa_a = abc int_0^inf dl / sqrt((a^2+l)^3 (b^2+l) (c^2+l))
//   virtual mass along a        V kappa_a / (2 - kappa_a),           V = 4/3 pi abc
//   virtual inertia about a     V/5 (b^2-c^2)^2 (kappa_c-kappa_b) / (2 (b^2-c^2) + (b^2+c^2) (kappa_b-kappa_c))
// and cyclically. Other shapes are replaced by the ellipsoid with the same extents.
#include <algorithm>
#include <cmath>

#include "compile/tree/tree.h"
#include "dynamics/passive/fluid_shape.h"

namespace corten {

namespace {

// MuJoCo: the integral is a 15-point Kronrod rule with rounded weights in x in [0, 1], where l = s x^3 / (1-x)^2 and
// the scale s = (a^3 b c)^(2/5) makes it free of units. Each point: weight, l/s, d(l/s)/dx.
struct QuadraturePoint {
  double weight, lambda, slope;
};
constexpr QuadraturePoint kQuadrature[15] = {
    {0.01146766, 7.865151709349917e-08, 5.538677720489877e-05},
    {0.03154605, 1.7347976913907274e-05, 0.002080868285293228},
    {0.05239501, 0.0003548008144506193, 0.016514126520723166},
    {0.07032663, 0.002846636252924549, 0.07261900344370877},
    {0.08450236, 0.014094260903596077, 0.23985243401862602},
    {0.09517529, 0.053063261727396636, 0.6868318249020725},
    {0.10221647, 0.17041978741317773, 1.8551129519182894},
    {0.10474107, 0.5, 5.0},
    {0.10221647, 1.4036301548686991, 14.060031152313941},
    {0.09517529, 3.9353484827022642, 43.28941239611009},
    {0.08450236, 11.644841677041734, 156.58546376397112},
    {0.07032663, 39.53187807410903, 747.9826085305024},
    {0.05239501, 177.5711362220801, 5827.4042950027115},
    {0.03154605, 1429.4772912937397, 116754.0197944512},
    {0.01146766, 54087.416549217705, 25482945.327264845},
};

constexpr double kLeastDenominator = 1e-14;

double kappa(double a, double b, double c) {
  const double scale = std::pow(a * a * a * b * c, 0.4);
  double sum = 0;
  for (const QuadraturePoint& p : kQuadrature) {
    const double l = scale * p.lambda;
    const double fa = 1 + l / (a * a), fb = 1 + l / (b * b), fc = 1 + l / (c * c);
    sum += scale * p.slope / (fa * std::sqrt(fa * fb * fc)) * p.weight;
  }
  return sum / (a * a);
}

}  // namespace

Vec<12> fluid_parameters(GeomType type, const Vec3& size, const Vec<5>& coefficients) {
  const Vec3 d = semiaxes(type, size);
  const Vec3 k{kappa(d.x, d.y, d.z), kappa(d.y, d.z, d.x), kappa(d.z, d.x, d.y)};
  const double volume = 4.0 / 3.0 * M_PI * d.x * d.y * d.z;
  Vec<12> fluid;
  fluid[0] = 1;
  for (int i = 0; i < 5; ++i) fluid[1 + i] = coefficients[i];
  for (int i = 0; i < 3; ++i) {
    fluid[6 + i] = volume * k[i] / std::max(kLeastDenominator, 2 - k[i]);
    const int j = (i + 1) % 3, l = (i + 2) % 3;
    const double difference = d[j] * d[j] - d[l] * d[l], sum = d[j] * d[j] + d[l] * d[l];
    const double denominator = std::max(kLeastDenominator, std::abs(2 * difference + sum * (k[j] - k[l])));
    fluid[9 + i] = volume * (difference * difference * std::abs(k[l] - k[j]) / denominator) / 5;
  }
  return fluid;
}

}  // namespace corten
