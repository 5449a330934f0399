// Compressible Mooney-Rivlin rubber (Ciarlet's coupled form):
//   psi = c10 (I1 - 3) + c01 (I2 - 3) - (2 c10 + 4 c01) ln J + l/2 (ln J)^2
//   I1 = s1^2 + s2^2 + s3^2,   I2 = s1^2 s2^2 + s2^2 s3^2 + s3^2 s1^2
// For small strains mu = 2 (c10 + c01) and lambda = l + 4 c01. c01 = 0 is Neo-Hookean; c01 lets the resistance fall
// with stretch, as measured in rubber up to some 200 %.
#pragma once

#include "corten/elasticity.h"

namespace corten {

struct MooneyRivlin {
  double c10, c01, l;  // Pa

  // Poisson's ratio gives lambda, which must be at least 4 c01.
  static MooneyRivlin of(double c10, double c01, double poisson) {
    const double lambda = 4 * (c10 + c01) * poisson / (1 - 2 * poisson);
    return {c10, c01, lambda - 4 * c01};
  }
  double energy(const Vec3& s) const {
    const Vec3 q{s.x * s.x, s.y * s.y, s.z * s.z};
    const double log = extended_log(volume_ratio(s)).value;
    return c10 * (q.x + q.y + q.z - 3) + c01 * (q.x * q.y + q.y * q.z + q.z * q.x - 3) - (2 * c10 + 4 * c01) * log +
           0.5 * l * log * log;
  }
  Vec3 gradient(const Vec3& s) const {
    const double i1 = dot(s, s);
    Vec3 g;
    for (int i = 0; i < 3; ++i) g[i] = 2 * s[i] * (c10 + c01 * (i1 - s[i] * s[i]));
    const Jet log = extended_log(volume_ratio(s));
    add_volumetric(s, (l * log.value - 2 * c10 - 4 * c01) * log.slope, g);
    return g;
  }
  Mat3 hessian(const Vec3& s) const {
    const double i1 = dot(s, s);
    Mat3 h = outer(s, s) * (4 * c01);
    for (int i = 0; i < 3; ++i) h(i, i) = 2 * (c10 + c01 * (i1 - s[i] * s[i]));
    const Jet log = extended_log(volume_ratio(s));
    const double pressure = l * log.value - 2 * c10 - 4 * c01;
    add_volumetric(s, pressure * log.slope, pressure * log.curvature + l * log.slope * log.slope, h);
    return h;
  }
};

}  // namespace corten
