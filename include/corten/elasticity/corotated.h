// Corotated linear elasticity: Hooke's law in the frame that turns with the element,
//   psi = mu sum (s_i - 1)^2 + lambda/2 (s1 + s2 + s3 - 3)^2
// Linear in the stretches, so a bar pulled to twice its length pulls with its Young's modulus; robust, cheap, and weak
// against being squashed flat.
#pragma once

#include "corten/elasticity.h"

namespace corten {

struct Corotated {
  double mu, lambda;  // Pa

  static Corotated of(double young, double poisson) {
    const Lame lame = Lame::of(young, poisson);
    return {lame.mu, lame.lambda};
  }
  double energy(const Vec3& s) const {
    const Vec3 e = s - Vec3{1, 1, 1};
    const double trace = e.x + e.y + e.z;
    return mu * dot(e, e) + 0.5 * lambda * trace * trace;
  }
  Vec3 gradient(const Vec3& s) const {
    const Vec3 e = s - Vec3{1, 1, 1};
    const double pressure = lambda * (e.x + e.y + e.z);
    return e * (2 * mu) + Vec3{pressure, pressure, pressure};
  }
  Mat3 hessian(const Vec3&) const { return identity3() * (2 * mu) + outer({1, 1, 1}, {1, 1, 1}) * lambda; }
};

}  // namespace corten
