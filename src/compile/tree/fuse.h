// Leaving out what does not change the physics: bodies without joints, geoms and meshes that are only drawn.
#pragma once

#include "compile/assets/mesh_assets.h"
#include "compile/context.h"

namespace corten {

// <compiler fusestatic>: merges bodies without joints into their parents. Everything must be resolved.
void fuse_static_bodies(Context& context);

// <compiler discardvisual>: drops geoms that cannot collide and are not referred to, and
// meshes that no other geom uses.
void discard_visuals(Context& context, MeshAssets& meshes);

}  // namespace corten
