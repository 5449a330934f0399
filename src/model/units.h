// Units of what joints, actuators and sensors have: SI, by whether something is shifted or turned.
#pragma once

#include <string>

#include "corten/model.h"

namespace corten {

// A quantity of something that is shifted or turned.
struct Units {
  const char *shift, *turn;
};
inline constexpr Units kLengthUnits = {"m", "rad"}, kSpeedUnits = {"m/s", "rad/s"},
                       kAccelerationUnits = {"m/s^2", "rad/s^2"}, kForceUnits = {"N", "N m"};

// Part k of a joint's coordinates or dofs; coordinates of a quaternion have no unit.
std::string joint_unit(JointType type, int k, const Units& units, bool coordinate);

// Of an actuator's length, velocity or force: what it moves is shifted or turned.
std::string actuator_unit(const Model& m, int actuator, const Units& units);

// What an actuator's control stands for, empty where it has no unit.
std::string control_unit(const Model& m, int actuator);

// Of what a sensor measures.
std::string sensor_unit(const Model& m, int sensor);

}  // namespace corten
