// What must be right about the attributes of a flex before it can be compiled.
#pragma once

#include "compile/context.h"

namespace corten {

// Order of the interpolation that a flex asks for, 0: none.
int interpolation_order(const Flex& flex);

// Reports everything that is wrong; true if nothing is.
bool check_flex(Context& context, const Flex& flex);

}  // namespace corten
