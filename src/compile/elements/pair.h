// Contact pairs and excluded body pairs.
#pragma once

#include "compile/context.h"

namespace corten {

void count_pairs(Context& context, Sizes& sizes);
void fill_pairs(Context& context, Model& model);

}  // namespace corten
