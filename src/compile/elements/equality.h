// Equality constraints.
#pragma once

#include "compile/context.h"

namespace corten {

void count_equalities(Context& context, Sizes& sizes);
void fill_equalities(Context& context, Model& model);

}  // namespace corten
