// Height field assets: read, normalised and laid out in the Model.
#pragma once

#include <vector>

#include "compile/context.h"
#include "geometry/files/hfield.h"

namespace corten {

// The height fields of the Spec, in its order. One that cannot be used is reported and empty.
std::vector<HeightField> load_hfields(Context& context);

void count_hfields(Context& context, const std::vector<HeightField>& hfields, Sizes& sizes);
void fill_hfields(const Context& context, const std::vector<HeightField>& hfields, Model& model);

}  // namespace corten
