// Actuators: lengths and moments, activation, forces of each model; each in the file of its name.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

#include "corten/actuator.h"
#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// ---- transmission
//
// Transmissions: how actuators connect to the mechanism.

// Writes actuator_length and the sparse rows of actuator_moment = d length / d q. Needs tendons and, for body
// transmissions, contacts.
void compute_transmission(const Model& m, Data& d);

// Writes actuator_velocity = actuator_moment qvel.
void compute_actuator_velocity(const Model& m, Data& d);

// ---- activation
//
// Activation: the internal state of actuators and its dynamics.

// Whether the actuator's group is switched off.
inline bool is_actuator_disabled(const Model& m, int actuator) {
  if (m.opt.disableactuator == 0) return false;
  const int group = m.actuator_group[actuator];
  return group >= 0 && group <= 30 && (m.opt.disableactuator >> group & 1);
}

// Writes the actuator's part of act_dot. Rate-limited setpoints are replaced in `ctrl`, the controls of this actuator.
void compute_act_dot(const Model& m, Data& d, int actuator, double* ctrl);

// Activation `act_index` of an actuator after one step with the given rate, clamped to its range.
double next_activation(const Model& m, const Data& d, int actuator, int act_index, double act_dot);

// The activation that makes force now: the current one, or with actearly the next one. Needs act_dot.
double effective_activation(const Model& m, const Data& d, int actuator, int act_index);

// Moves act by one step with the given rates.
void advance_activation(const Model& m, Data& d, std::span<const double> act_dot);

// ---- muscle
//
// Muscle model: activation dynamics and force-length-velocity curves.

// What normalizes length, velocity and force of one muscle. `prm` is gainprm or biasprm:
// (range0, range1, force, scale, lmin, lmax, vmax, fpmax, fvmax).
struct MuscleContext {
  const Vec<10>& prm;
  Vec<2> lengthrange;  // reachable lengths of the actuator
  double acc0 = 0;     // acceleration from unit force, sets the peak force if prm.force is negative
};

inline MuscleContext muscle_context(const Model& m, int actuator, const Vec<10>& prm) {
  const int out = m.actuator_outadr[actuator];
  return {prm, m.actuator_lengthrange[out], m.actuator_acc0[out]};
}

// Rate of the activation; dynprm is (activation time, deactivation time, width of the transition between the two).
double muscle_act_dot(double ctrl, double act, const Vec<10>& dynprm);

// Force per activation, never positive: muscles pull.
double muscle_gain(double length, double velocity, const MuscleContext& context);

// Force of an activated muscle, active and passive; equal to muscle_gain * input + muscle_bias.
double muscle_force(double length, double velocity, double input, const MuscleContext& gain, const MuscleContext& bias);

// Derivative of muscle_gain by the velocity.
double muscle_gain_slope(double length, double velocity, const MuscleContext& context);

// Derivative of muscle_gain by the length.
double muscle_gain_length_slope(double length, double velocity, const MuscleContext& context);

// Passive force of the stretched muscle, never positive, and its derivative by the length.
double muscle_bias(double length, const MuscleContext& context);
double muscle_bias_slope(double length, const MuscleContext& context);

// ---- dcmotor
//
// DC motor: electrical circuit, on-board controller, temperature and friction.

// Rates of the motor's states. A rate-limited setpoint is replaced in `ctrl`, the controls of this actuator.
void compute_dcmotor_act_dot(const Model& m, Data& d, int actuator, double* ctrl);

// Value of a state after one step: exact for current and bristle, Euler for the rest.
double next_dcmotor_activation(const Model& m, const Data& d, int actuator, int act_index, double act_dot);

// Torque per current, or per volt for a motor without current state.
double dcmotor_gain(const Model& m, const Data& d, int actuator);
// Terminal voltage.
double dcmotor_input(const Model& m, const Data& d, int actuator, const double* ctrl);
bool dcmotor_has_current(const Model& m, int actuator);
// Back-EMF as torque; part of the current's own equation if the motor has that state.
double dcmotor_bias(const Model& m, const Data& d, int actuator, double gain);
// Derivatives by the velocity of what gain and bias contribute to the torque, friction included in the former.
// MuJoCo: at the reference temperature, and as if no limit were reached.
double dcmotor_gain_slope(const Model& m, int actuator);
double dcmotor_bias_slope(const Model& m, int actuator);
// Torque that is not limited by the current: cogging and friction.
double dcmotor_mechanical_force(const Model& m, const Data& d, int actuator);

// ---- servo
//
// What servo actuators share: the meaning of their controls, setpoints on a circle, and rate limits.

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

// ---- actuator_view
//
// What an actuator model sees of its actuator.

// `ctrl` are the actuator's controls after delay and clamp. Without the input, which needs act_dot.
ActuatorView actuator_view(const Model& m, const Data& d, int actuator, const double* ctrl);

// The same with what MuJoCo's gains multiply.
ActuatorView actuator_view_with_input(const Model& m, const Data& d, int actuator, const double* ctrl);

// ---- adhesion
//
// Adhesion of contacts.

// Writes qfrc_adhesion, which must be zero before; returns whether any contact adheres. Needs the contacts.
bool compute_adhesion(const Model& m, Data& d);

// ---- actuation
//
// Actuation: from controls to joint forces.

// Writes act_dot, actuator_force and qfrc_actuator. Needs transmission, actuator velocity and passive forces.
void compute_actuation(const Model& m, Data& d);

}  // namespace corten
