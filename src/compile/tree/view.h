// Cameras and lights.
#pragma once

#include "compile/context.h"

namespace corten {

void resolve_views(Context& context);
void count_views(Context& context, Sizes& sizes);
void fill_views(Context& context, Model& model);

}  // namespace corten
