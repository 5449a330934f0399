// Sparsity of the Jacobians of flexes, and the reference shape that vertex strains are measured against.
#pragma once

#include "compile/flex/flex.h"

namespace corten {

// Adds the room that the Jacobians of one flex need.
void count_flex_patterns(Context& context, const CompiledFlex& flex, Sizes& sizes);

// Writes flexedge_J_*, flexvert_J_*, flex_vertedge* and flex_vertmetric. Then turns flex_vert0 of the flexes that an
// equality holds by their vertices so that their first triangle lies in the x-y plane.
void set_flex_patterns(Model& model);

}  // namespace corten
