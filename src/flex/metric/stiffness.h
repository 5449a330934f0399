// The stiffness matrix of a step, K = (h^2 + h damping) (bending + stretching + cells), on the pattern of
// stiffness_pattern.h.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// Writes efm_K_val. Needs the pattern, flexvert_xpos, flexedge_length, and flexelem_krot if cells are part of K.
void compute_stiffness(const Model& m, Data& d, bool with_cells);

}  // namespace corten
