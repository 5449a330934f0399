// Sites.
#pragma once

#include "compile/context.h"

namespace corten {

void resolve_sites(Context& context);
void count_sites(Context& context, Sizes& sizes);
void fill_sites(Context& context, Model& model);

}  // namespace corten
