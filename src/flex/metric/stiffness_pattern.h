// Sparsity of the stiffness K: points of a common stencil are connected, each with its three dofs.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// Cells of interpolated flexes can be part of K only if all their nodes are on bodies with three slides, or fixed.
bool can_assemble_cells(const Model& m);

// Writes efm_K_rownnz, efm_K_rowadr, efm_K_colind and efm_place unless they are there from an earlier step: they depend
// only on the model.
void update_stiffness_pattern(const Model& m, Data& d, bool with_cells);

}  // namespace corten
