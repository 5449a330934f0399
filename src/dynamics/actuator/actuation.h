// Actuation: from controls to joint forces.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// Writes act_dot, actuator_force and qfrc_actuator. Needs transmission, actuator velocity and passive forces.
void compute_actuation(const Model& m, Data& d);

}  // namespace corten
