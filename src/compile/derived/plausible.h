// Warnings for values that are possible but hardly meant.
#pragma once

#include "compile/context.h"

namespace corten {

// Reversed ranges, degrees where radians are read and the other way round, negative stiffness, damping and gains.
void check_plausibility(Context& context);

}  // namespace corten
