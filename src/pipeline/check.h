// Guards against a state that went bad.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// Each looks for NaN, infinity or a magnitude above 1e10, counts a warning with the index at fault and, unless the
// autoreset flag is off, resets the world.
void check_state(const Model& m, Data& d);
void check_acceleration(const Model& m, Data& d);  // runs forward() after a reset

}  // namespace corten
