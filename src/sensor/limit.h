// Sensors of joint and tendon limits; see SensorFunction.
#pragma once

#include <span>

#include "corten/data.h"
#include "corten/model.h"

namespace corten::sensors {

void joint_limit_position(const Model& m, Data& d, int sensor, std::span<double> out);
void joint_limit_velocity(const Model& m, Data& d, int sensor, std::span<double> out);
void joint_limit_force(const Model& m, Data& d, int sensor, std::span<double> out);
void tendon_limit_position(const Model& m, Data& d, int sensor, std::span<double> out);
void tendon_limit_velocity(const Model& m, Data& d, int sensor, std::span<double> out);
void tendon_limit_force(const Model& m, Data& d, int sensor, std::span<double> out);

}  // namespace corten::sensors
