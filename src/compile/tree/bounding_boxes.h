// Trees of bounding boxes of the Model: one over the colliding geoms of each body, one over the triangles of each mesh,
// one over the elements of each flex.
#pragma once

#include <vector>

#include "compile/assets/mesh_assets.h"
#include "compile/context.h"
#include "compile/flex/flex.h"
#include "geometry/bvh.h"

namespace corten {

// The tree of each body, in the frame of its inertia.
std::vector<Bvh> build_body_trees(const Context& context);

void count_bounding_boxes(Context& context, const std::vector<Bvh>& bodies, const MeshAssets& meshes,
                          const std::vector<CompiledFlex>& flexes, Sizes& sizes);
void fill_bounding_boxes(const std::vector<Bvh>& bodies, const MeshAssets& meshes,
                         const std::vector<CompiledFlex>& flexes, Model& model);

}  // namespace corten
