// Islands: groups of kinematic trees that constraint rows connect; each can be solved by itself.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// Fills nisland, nidof, tree_island, dof_island, efc_island, the island_ arrays and the map_ arrays.
void compute_islands(const Model& m, Data& d);

}  // namespace corten
