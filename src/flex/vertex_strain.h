// Strain of the membrane around each vertex of a flex that an equality holds by its vertices.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// Writes flexvert_length and flexvert_J. Needs flexvert_xpos and com.
void compute_flex_vertex_strain(const Model& m, Data& d);

}  // namespace corten
