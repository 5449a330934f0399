// Where the vertices of flexes are, and boxes around their elements.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// Writes flexvert_xpos, flexelem_aabb and bvh_aabb_dyn. Needs kinematics.
void compute_flex_positions(const Model& m, Data& d);

}  // namespace corten
