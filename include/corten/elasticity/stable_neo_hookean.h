// Stable Neo-Hookean flesh (Smith, De Goes, Kim, Stable Neo-Hookean Flesh Simulation, 2018):
//   psi = m/2 (I1 - 3) + l/2 (J - a)^2 - m/2 ln(I1 + 1),   I1 = s1^2 + s2^2 + s3^2,   a = 1 + 3 m / (4 l)
// m = 4/3 mu and l = lambda + 5/6 mu make it Hooke's law for small strains. Has no singularity: an element may be
// squashed flat or turned inside out, and the force that brings it back stays finite. Nearly incompressible materials
// (Poisson's ratio towards 0.5) are what it is for.
#pragma once

#include "corten/elasticity.h"

namespace corten {

struct StableNeoHookean {
  double m, l;  // Pa

  static StableNeoHookean of(double young, double poisson) {
    const Lame lame = Lame::of(young, poisson);
    return {4.0 / 3 * lame.mu, lame.lambda + 5.0 / 6 * lame.mu};
  }
  double rest_volume() const { return 1 + 0.75 * m / l; }
  double energy(const Vec3& s) const {
    const double i1 = dot(s, s), d = volume_ratio(s) - rest_volume();
    const double at_rest = 0.5 * l * (1 - rest_volume()) * (1 - rest_volume()) - 0.5 * m * std::log(4.0);
    return 0.5 * m * (i1 - 3) + 0.5 * l * d * d - 0.5 * m * std::log(i1 + 1) - at_rest;
  }
  Vec3 gradient(const Vec3& s) const {
    Vec3 g = s * (m - m / (dot(s, s) + 1));
    add_volumetric(s, l * (volume_ratio(s) - rest_volume()), g);
    return g;
  }
  Mat3 hessian(const Vec3& s) const {
    const double k = dot(s, s) + 1;
    Mat3 h = identity3() * (m - m / k) + outer(s, s) * (2 * m / (k * k));
    add_volumetric(s, l * (volume_ratio(s) - rest_volume()), l, h);
    return h;
  }
};

}  // namespace corten
