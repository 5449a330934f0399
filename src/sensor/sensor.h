// Sensors: numbers that a user reads off a world, in Data::sensordata.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// Write the outputs of the sensors of one stage. Each needs the stage itself (position, velocity, acceleration); what
// is not part of a pass (energies, momentum of subtrees, body forces) is computed when the first sensor asks for it.
void compute_position_sensors(const Model& m, Data& d);
void compute_velocity_sensors(const Model& m, Data& d);
void compute_acceleration_sensors(const Model& m, Data& d);

// Records the outputs of sensors with delay buffers; called once per step, before the state advances.
void push_sensor_history(const Model& m, Data& d);

}  // namespace corten
