// Constants of flexes that the engine computes at qpos0.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// Writes flexedge_length0 and flexedge_invweight0. Needs kinematics, com and the factored inertia.
void set_flex_constants(Model& model, Data& data);

}  // namespace corten
