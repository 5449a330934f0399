// Custom data of the user: numbers, texts and tuples of objects.
#pragma once

#include "compile/context.h"

namespace corten {

void count_custom(Context& context, Sizes& sizes);
void fill_custom(Context& context, Model& model);

}  // namespace corten
