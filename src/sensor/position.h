// Sensors of the position stage; see SensorFunction.
#pragma once

#include <span>

#include "corten/data.h"
#include "corten/model.h"

namespace corten::sensors {

void magnetometer(const Model& m, Data& d, int sensor, std::span<double> out);
void camera_projection(const Model& m, Data& d, int sensor, std::span<double> out);
void joint_position(const Model& m, Data& d, int sensor, std::span<double> out);
void tendon_position(const Model& m, Data& d, int sensor, std::span<double> out);
void actuator_position(const Model& m, Data& d, int sensor, std::span<double> out);
void ball_quaternion(const Model& m, Data& d, int sensor, std::span<double> out);
void frame_position(const Model& m, Data& d, int sensor, std::span<double> out);
void frame_quaternion(const Model& m, Data& d, int sensor, std::span<double> out);
void frame_axis(const Model& m, Data& d, int sensor, std::span<double> out);
void subtree_com(const Model& m, Data& d, int sensor, std::span<double> out);
void inside_site(const Model& m, Data& d, int sensor, std::span<double> out);
void potential_energy(const Model& m, Data& d, int sensor, std::span<double> out);
void kinetic_energy(const Model& m, Data& d, int sensor, std::span<double> out);
void clock_time(const Model& m, Data& d, int sensor, std::span<double> out);

}  // namespace corten::sensors
