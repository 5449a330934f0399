// Forces of the surrounding medium.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// Adds the forces of the medium to qfrc_fluid. Needs velocity.
void compute_fluid(const Model& m, Data& d);

}  // namespace corten
