// Gravity compensation of bodies.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// Adds the compensating forces to qfrc_gravcomp; false if there are none.
bool compute_gravcomp(const Model& m, Data& d);

}  // namespace corten
