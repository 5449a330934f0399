// Neo-Hookean rubber (as in Bonet and Wood): psi = mu/2 (I1 - 3) - mu ln J + lambda/2 (ln J)^2, I1 = s1^2 + s2^2 +
// s3^2.
//
// For small strains it is Hooke's law with Young's modulus and Poisson's ratio of the flex. Stiffens without limit as
// the volume shrinks; below a fifth of the volume the logarithm goes on along its tangent, so that elements that were
// turned inside out come back.
#pragma once

#include "corten/elasticity.h"

namespace corten {

struct NeoHookean {
  double mu, lambda;  // Pa

  static NeoHookean of(double young, double poisson) {
    const Lame lame = Lame::of(young, poisson);
    return {lame.mu, lame.lambda};
  }
  double energy(const Vec3& s) const {
    const double log = extended_log(volume_ratio(s)).value;
    return 0.5 * mu * (dot(s, s) - 3) - mu * log + 0.5 * lambda * log * log;
  }
  Vec3 gradient(const Vec3& s) const {
    const Jet log = extended_log(volume_ratio(s));
    Vec3 g = s * mu;
    add_volumetric(s, (lambda * log.value - mu) * log.slope, g);
    return g;
  }
  Mat3 hessian(const Vec3& s) const {
    const Jet log = extended_log(volume_ratio(s));
    Mat3 h = identity3() * mu;
    const double pressure = lambda * log.value - mu;
    add_volumetric(s, pressure * log.slope, pressure * log.curvature + lambda * log.slope * log.slope, h);
    return h;
  }
};

}  // namespace corten
