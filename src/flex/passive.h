// Passive forces of flexes.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// Adds elastic forces to qfrc_spring and damping to qfrc_damper, each unless disabled. Needs flex positions, edges and
// their velocities.
void add_flex_passive(const Model& m, Data& d);

}  // namespace corten
