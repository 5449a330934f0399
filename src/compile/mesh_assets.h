// Mesh and height field assets: found, read, processed and laid out in the Model.
#pragma once

#include <string>
#include <vector>

#include "compile/context.h"
#include "geometry/mesh.h"

namespace corten {

// The meshes of the Spec, in its order.
struct MeshAssets {
  std::vector<ProcessedMesh> processed;
  std::vector<char> usable;  // false: it could not be read or processed, which has been reported
  std::vector<int> id;       // id in the Model, -1: discarded
};

// Path of an asset file: meshdir and the directory of the model before a relative path.
std::string asset_path(const Context& context, const Element& asset, const std::string& file);

// One mesh, with its convex hull if geoms can collide with it. Throws std::runtime_error with the reason.
ProcessedMesh load_mesh(const Context& context, const Mesh& mesh, bool collides);

// Reads and processes all meshes, in parallel if the compiler settings allow. Warns of collision meshes whose hull is
// much larger than they are.
MeshAssets load_meshes(Context& context);

void count_meshes(Context& context, const MeshAssets& meshes, Sizes& sizes);
void fill_meshes(const Context& context, const MeshAssets& meshes, Model& model);

}  // namespace corten
