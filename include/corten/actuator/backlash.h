// Position drive with play: the gear pushes with a spring and a damper once it has crossed the gap.
//   e = gear ctrl - length,   force = k (s(e - g) - s(-e - g)) - d (s'(e - g) + s'(-e - g)) velocity
//   s(x) = (x + sqrt(x^2 + r^2)) / 2        0 far below zero, x far above: contact with a flank, rounded over r
// The damper acts where a flank is in contact only, so that it never pulls on the gap.
//
// Parameters: stiffness k (N/m or N m/rad), damping d (N s/m), gap g (half of the play, m or rad), rounding r (m or
// rad), gear (m or rad per unit of control).
#pragma once

#include <cmath>

#include "corten/actuator.h"

namespace corten {

struct Backlash {
  static constexpr const char* kName = "backlash";
  static std::vector<ActuatorParameter> parameters() {
    return {positive("stiffness", "N/m or N m/rad"),
            not_negative("damping", "N s/m or N m s/rad"),
            not_negative("gap", "m or rad, half of the play"),
            positive("rounding", "m or rad"),
            {"gear", "m or rad per unit of control"}};
  }

  struct Ramp {
    double value, slope, curvature;
  };
  static Ramp ramp(double x, double r) {
    const double root = std::sqrt(x * x + r * r);
    return {0.5 * (x + root), 0.5 * (1 + x / root), 0.5 * r * r / (root * root * root)};
  }

  double force(const ActuatorView& a) const {
    const double e = a.prm[4] * a.ctrl - a.length;
    const Ramp forward = ramp(e - a.prm[2], a.prm[3]), back = ramp(-e - a.prm[2], a.prm[3]);
    return a.prm[0] * (forward.value - back.value) - a.prm[1] * (forward.slope + back.slope) * a.velocity;
  }
  ActuatorSlopes slopes(const ActuatorView& a) const {
    const double e = a.prm[4] * a.ctrl - a.length;
    const Ramp forward = ramp(e - a.prm[2], a.prm[3]), back = ramp(-e - a.prm[2], a.prm[3]);
    const double contact = forward.slope + back.slope;
    const double by_e = a.prm[0] * contact - a.prm[1] * (forward.curvature - back.curvature) * a.velocity;
    return {-by_e, -a.prm[1] * contact, a.prm[4] * by_e};
  }
};

}  // namespace corten
