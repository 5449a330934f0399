// Sensors of the acceleration stage; see SensorFunction.
#pragma once

#include <span>

#include "corten/data.h"
#include "corten/model.h"

namespace corten::sensors {

// Body forces, computed unless this pass has them.
void need_body_forces(const Model& m, Data& d);

void accelerometer(const Model& m, Data& d, int sensor, std::span<double> out);
void force(const Model& m, Data& d, int sensor, std::span<double> out);
void torque(const Model& m, Data& d, int sensor, std::span<double> out);
void actuator_force(const Model& m, Data& d, int sensor, std::span<double> out);
void joint_actuator_force(const Model& m, Data& d, int sensor, std::span<double> out);
void tendon_actuator_force(const Model& m, Data& d, int sensor, std::span<double> out);
void frame_linear_acceleration(const Model& m, Data& d, int sensor, std::span<double> out);
void frame_angular_acceleration(const Model& m, Data& d, int sensor, std::span<double> out);

}  // namespace corten::sensors
