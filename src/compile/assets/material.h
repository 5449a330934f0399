// Materials: colours, and the textures of each role.
#pragma once

#include "compile/context.h"

namespace corten {

// Material of a geom, or else that of its mesh; -1: none.
int material_id(const Context& context, const FlatGeom& geom);
// Material of this name; -1: none.
int material_id(const Context& context, const std::string& name);

// Reports textures that do not exist.
void count_materials(Context& context, Sizes& sizes);
void fill_materials(const Context& context, Model& model);

}  // namespace corten
