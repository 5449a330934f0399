// Activation: the internal state of actuators and its dynamics.
#pragma once

#include <span>

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// Whether the actuator's group is switched off.
inline bool is_actuator_disabled(const Model& m, int actuator) {
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

}  // namespace corten
