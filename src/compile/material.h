// Materials: what is needed to know whether a geom can be seen.
#pragma once

#include "compile/context.h"

namespace corten {

// Material of a geom, or else that of its mesh; -1: none.
int material_id(const Context& context, const FlatGeom& geom);

void count_materials(const Context& context, Sizes& sizes);
void fill_materials(const Context& context, Model& model);

}  // namespace corten
