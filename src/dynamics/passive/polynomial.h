// Polynomial springs and dampers: force = -x (a + b x + c x^2).
//
// Dampers use |x| inside the parentheses, so that they always oppose the motion.
#pragma once

#include <cmath>

#include "corten/types.h"

namespace corten {

struct Polynomial {
  double linear = 0, quadratic = 0, cubic = 0;

  bool is_zero() const { return linear == 0 && quadratic == 0 && cubic == 0; }
  // a + b x + c x^2: the coefficient that multiplies -x
  double coefficient(double x) const { return linear + quadratic * x + cubic * (x * x); }
  // derivative of x (a + b x + c x^2)
  double slope(double x) const { return linear + 2 * quadratic * x + 3 * cubic * (x * x); }
  // integral of x (a + b x + c x^2)
  double potential(double x) const {
    return 0.5 * linear * x * x + quadratic / 3 * x * x * x + cubic / 4 * (x * x) * (x * x);
  }
};

inline double spring_force(const Polynomial& p, double x) { return -x * p.coefficient(x); }
inline double damper_force(const Polynomial& p, double v) { return -v * p.coefficient(std::abs(v)); }

}  // namespace corten
