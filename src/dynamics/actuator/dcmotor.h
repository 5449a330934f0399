// DC motor: electrical circuit, on-board controller, temperature and friction.
#pragma once

#include <span>

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

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

}  // namespace corten
