// The constant part of the effective metric of flexes: inertia plus the bending stiffness of one step.
#pragma once

#include "compile/flex/flex.h"

namespace corten {

// Adds the rows and non-zeros of the factor of one flex.
void count_bending_factor(Context& context, const CompiledFlex& flex, Sizes& sizes);

// Writes the pattern: efm0_dofid, efm0_L_rownnz, efm0_L_rowadr, efm0_L_colind. Needs the dofs of the bodies.
void fill_bending_factor(const Context& context, const std::vector<CompiledFlex>& flexes, Model& model);

// Writes efm0_L. False if the matrix is not positive definite.
bool set_bending_factor(Model& model);

}  // namespace corten
