// Passive forces: springs, dampers, gravity compensation, fluid.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// Writes qfrc_spring, qfrc_damper, qfrc_gravcomp, qfrc_fluid, qfrc_adhesion and their sum qfrc_passive.
void compute_passive(const Model& m, Data& d);

}  // namespace corten
