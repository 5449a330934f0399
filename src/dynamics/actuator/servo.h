// What servo actuators share: the meaning of their controls, setpoints on a circle, and rate limits.
#pragma once

#include <algorithm>
#include <cmath>

#include "corten/model.h"

namespace corten {

// Controls of a pid or dcmotor actuator; those that it does not have are 0.
struct ServoInputs {
  double pos = 0, vel = 0, ff = 0, voltage = 0;
};

// The controls stand in the order of ServoInputs; `spec` (CtrlInput) tells which are present.
inline ServoInputs servo_inputs(const double* ctrl, int spec) {
  ServoInputs in;
  if (spec & kInputPos) in.pos = *ctrl++;
  if (spec & kInputVel) in.vel = *ctrl++;
  if (spec & kInputFf) in.ff = *ctrl++;
  if (spec & kInputVoltage) in.voltage = *ctrl;
  return in;
}

// Period of the length of a position servo on a rotation in space, 0 if its setpoint is an ordinary number.
double setpoint_period(const Model& m, int actuator);

// Of all setpoints that mean the same as u, the one nearest to the reference.
inline double nearest_setpoint(double u, double reference, double period) {
  return period > 0 ? u - period * std::round((u - reference) / period) : u;
}

// Integrand of a controller's error state that must stay within +-limit; limit 0: unlimited.
inline double anti_windup(double error, double state, double limit) {
  if (limit > 0 && state >= limit) return std::min(error, 0.0);
  if (limit > 0 && state <= -limit) return std::max(error, 0.0);
  return error;
}

// Setpoint u limited to a change of `rate` per second from the previous one; also gives the rate that it moves at.
struct SlewedSetpoint {
  double value = 0, rate = 0;
};
inline SlewedSetpoint slew_limit(double u, double previous, double rate, double dt, double period) {
  const double step = rate * dt;
  const double value = std::clamp(nearest_setpoint(u, previous, period), previous - step, previous + step);
  return {value, (value - previous) / dt};
}

}  // namespace corten
