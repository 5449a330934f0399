// Geoms.
#pragma once

#include "compile/assets/mesh_assets.h"
#include "compile/context.h"

namespace corten {

// Shape, pose, bounds and mass of every geom.
void resolve_geoms(Context& context, const MeshAssets& meshes);

void count_geoms(Context& context, Sizes& sizes);
void fill_geoms(Context& context, const MeshAssets& meshes, Model& model);

}  // namespace corten
