// Series elastic actuator: a motor that moves the joint through a spring and a damper.
//   force = k (x - length) + d (w - velocity)
//   dx/dt = w,   dw/dt = b^2 (gear ctrl - x) - 2 b w
// Position x and speed w of the motor's end of the spring are the activation; it follows gear ctrl as a critically
// damped system of bandwidth b, so that no control has to be differentiated.
//
// Parameters: stiffness k (N/m or N m/rad), damping d (N s/m), gear (m or rad per unit of control), bandwidth b
// (rad/s). Activations are integrated explicitly: stable for b h < 2, accurate for b h well below 1, with the time step
// h.
#pragma once

#include "corten/actuator.h"

namespace corten {

struct SeriesElastic {
  static constexpr const char* kName = "series_elastic";
  static constexpr int kStates = 2;
  static std::vector<ActuatorParameter> parameters() {
    return {positive("stiffness", "N/m or N m/rad"),
            not_negative("damping", "N s/m or N m s/rad"),
            {"gear", "m or rad per unit of control"},
            positive("bandwidth", "rad/s")};
  }

  double force(const ActuatorView& a) const {
    return a.prm[0] * (a.act[0] - a.length) + a.prm[1] * (a.act[1] - a.velocity);
  }
  void act_dot(const ActuatorView& a, std::span<double> rate) const {
    const double b = a.prm[3];
    rate[0] = a.act[1];
    rate[1] = b * b * (a.prm[2] * a.ctrl - a.act[0]) - 2 * b * a.act[1];
  }
  ActuatorSlopes slopes(const ActuatorView& a) const { return {-a.prm[0], -a.prm[1], 0, {a.prm[0], a.prm[1]}}; }
};

}  // namespace corten
