// Potential energy of flexes.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// Adds the energy of springs along edges to the potential energy, unless springs are disabled. Needs edges.
void add_flex_energy(const Model& m, Data& d);

}  // namespace corten
