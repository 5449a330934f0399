// Transmissions: how actuators connect to the mechanism.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// Writes actuator_length and the sparse rows of actuator_moment = d length / d q. Needs tendons and, for body
// transmissions, contacts.
void compute_transmission(const Model& m, Data& d);

// Writes actuator_velocity = actuator_moment qvel.
void compute_actuator_velocity(const Model& m, Data& d);

}  // namespace corten
