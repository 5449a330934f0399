// Elastic cable on a winch: pulls only, and is slack below its rest length.
//   s = max(0, length - rest_length + winding ctrl)
//   force = -k s (1 + c s) (1 + mu tanh(velocity / vs))
// Friction along the sheath or the pulleys takes a share mu of the tension, against the motion, smoothly over the speed
// vs. With mu < 1 the cable never pushes.
//
// Parameters: stiffness k (N/m), rest_length (m), stiffening c (1/m), friction mu (0 to below 1), slip_speed vs (m/s),
// winding (m that a unit of control takes up).
#pragma once

#include <algorithm>
#include <cmath>

#include "corten/actuator.h"

namespace corten {

struct ElasticCable {
  static constexpr const char* kName = "elastic_cable";
  static std::vector<ActuatorParameter> parameters() {
    return {positive("stiffness", "N/m"),      not_negative("rest_length", "m"),
            not_negative("stiffening", "1/m"), {"friction", "share of the tension, 0 to 0.99", 0, 0.99},
            positive("slip_speed", "m/s"),     {"winding", "m per unit of control"}};
  }

  static double stretch(const ActuatorView& a) { return std::max(0.0, a.length - a.prm[1] + a.prm[5] * a.ctrl); }

  double force(const ActuatorView& a) const {
    const double s = stretch(a);
    return -a.prm[0] * s * (1 + a.prm[2] * s) * (1 + a.prm[3] * std::tanh(a.velocity / a.prm[4]));
  }
  ActuatorSlopes slopes(const ActuatorView& a) const {
    const double s = stretch(a), slip = std::tanh(a.velocity / a.prm[4]);
    if (s <= 0) return {};
    const double by_s = -a.prm[0] * (1 + 2 * a.prm[2] * s) * (1 + a.prm[3] * slip);
    const double by_v = -a.prm[0] * s * (1 + a.prm[2] * s) * a.prm[3] * (1 - slip * slip) / a.prm[4];
    return {by_s, by_v, a.prm[5] * by_s};
  }
};

}  // namespace corten
