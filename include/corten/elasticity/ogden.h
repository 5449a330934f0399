// Ogden's material of up to three terms, with the compressible part of Neo-Hookean:
//   psi = sum_p mu_p / alpha_p (s1^alpha_p + s2^alpha_p + s3^alpha_p - 3) - sum_p mu_p ln J + lambda/2 (ln J)^2
// For small strains 2 mu = sum_p mu_p alpha_p; Poisson's ratio gives lambda. Terms with large exponents are what makes
// tissue and rubber stiffen at large stretch, terms with negative exponents resist compression.
#pragma once

#include "corten/elasticity.h"

namespace corten {

struct Ogden {
  struct Term {
    double mu = 0, alpha = 2;  // Pa, 1; a term without mu is not there
  };
  Term term[3];
  double lambda;  // Pa

  static Ogden of(Term a, Term b, Term c, double poisson) {
    const double mu = 0.5 * (a.mu * a.alpha + b.mu * b.alpha + c.mu * c.alpha);
    return {{a, b, c}, 2 * mu * poisson / (1 - 2 * poisson)};
  }
  double total_mu() const { return term[0].mu + term[1].mu + term[2].mu; }
  double energy(const Vec3& s) const {
    const double log = extended_log(volume_ratio(s)).value;
    double sum = 0.5 * lambda * log * log - total_mu() * log;
    for (const Term& t : term) {
      if (t.mu == 0) continue;
      double powers = -3;
      for (int i = 0; i < 3; ++i) powers += extended_power(s[i], t.alpha).value;
      sum += t.mu / t.alpha * powers;
    }
    return sum;
  }
  Vec3 gradient(const Vec3& s) const {
    Vec3 g;
    for (const Term& t : term) {
      for (int i = 0; i < 3 && t.mu != 0; ++i) g[i] += t.mu / t.alpha * extended_power(s[i], t.alpha).slope;
    }
    const Jet log = extended_log(volume_ratio(s));
    add_volumetric(s, (lambda * log.value - total_mu()) * log.slope, g);
    return g;
  }
  Mat3 hessian(const Vec3& s) const {
    Mat3 h;
    for (const Term& t : term) {
      for (int i = 0; i < 3 && t.mu != 0; ++i) h(i, i) += t.mu / t.alpha * extended_power(s[i], t.alpha).curvature;
    }
    const Jet log = extended_log(volume_ratio(s));
    const double pressure = lambda * log.value - total_mu();
    add_volumetric(s, pressure * log.slope, pressure * log.curvature + lambda * log.slope * log.slope, h);
    return h;
  }
};

}  // namespace corten
