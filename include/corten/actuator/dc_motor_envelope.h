// Torque motor within its torque-speed line: the control is the wanted torque, the supply gives no more than
//   -T clamp(1 + v / v0, 0, 1) <= force <= T clamp(1 - v / v0, 0, 1)
// with the stall torque T and the no-load speed v0. It can brake with T at any speed, and drive with T at none.
//
// Parameters: stall_torque T (N m or N), noload_speed v0 (rad/s or m/s).
#pragma once

#include <algorithm>

#include "corten/actuator.h"

namespace corten {

struct DcMotorEnvelope {
  static constexpr const char* kName = "dc_motor_envelope";
  static std::vector<ActuatorParameter> parameters() {
    return {positive("stall_torque", "N m or N"), positive("noload_speed", "rad/s or m/s")};
  }

  double force(const ActuatorView& a) const {
    const double x = a.velocity / a.prm[1];
    return std::clamp(a.ctrl, -a.prm[0] * std::clamp(1 + x, 0.0, 1.0), a.prm[0] * std::clamp(1 - x, 0.0, 1.0));
  }
  ActuatorSlopes slopes(const ActuatorView& a) const {
    const double x = a.velocity / a.prm[1], line = -a.prm[0] / a.prm[1];
    const double above = 1 - x, below = 1 + x;  // what is left of the torque, driving forwards and backwards
    if (a.ctrl > a.prm[0] * std::clamp(above, 0.0, 1.0)) return {0, above > 0 && above < 1 ? line : 0};
    if (a.ctrl < -a.prm[0] * std::clamp(below, 0.0, 1.0)) return {0, below > 0 && below < 1 ? line : 0};
    return {0, 0, 1};
  }
};

}  // namespace corten
