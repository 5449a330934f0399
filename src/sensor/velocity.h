// Sensors of the velocity stage; see SensorFunction.
#pragma once

#include <span>

#include "corten/data.h"
#include "corten/model.h"

namespace corten::sensors {

// Momentum of subtrees, computed unless this pass has them.
void need_subtree_velocity(const Model& m, Data& d);

void velocimeter(const Model& m, Data& d, int sensor, std::span<double> out);
void gyro(const Model& m, Data& d, int sensor, std::span<double> out);
void joint_velocity(const Model& m, Data& d, int sensor, std::span<double> out);
void tendon_velocity(const Model& m, Data& d, int sensor, std::span<double> out);
void actuator_velocity(const Model& m, Data& d, int sensor, std::span<double> out);
void ball_angular_velocity(const Model& m, Data& d, int sensor, std::span<double> out);
void frame_linear_velocity(const Model& m, Data& d, int sensor, std::span<double> out);
void frame_angular_velocity(const Model& m, Data& d, int sensor, std::span<double> out);
void subtree_linear_velocity(const Model& m, Data& d, int sensor, std::span<double> out);
void subtree_angular_momentum(const Model& m, Data& d, int sensor, std::span<double> out);

}  // namespace corten::sensors
