// Edges of flexes: how long they are and how that changes.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// Writes flexedge_length and flexedge_J. Needs flexvert_xpos and com.
void compute_flex_edges(const Model& m, Data& d);

// Writes flexedge_velocity = flexedge_J qvel.
void compute_flex_edge_velocity(const Model& m, Data& d);

}  // namespace corten
