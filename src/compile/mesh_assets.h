// Mesh and height field assets: found, read, processed and laid out in the Model.
#pragma once

#include <string>
#include <vector>

#include "base/file_source.h"
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
// Where the files of the asset's model are.
inline FileSource asset_files(const Context& context, const Element& asset) {
  return FileSource(context.compiler_of(asset).assets);
}

// What geoms need of a mesh.
struct MeshUse {
  bool collides = false;         // its convex hull
  bool signed_distance = false;  // its octree
};

// Throws std::runtime_error with the reason if the mesh cannot be used.
ProcessedMesh load_mesh(const Context& context, const Mesh& mesh, const MeshUse& use);

// Reads and processes all meshes, in parallel if the compiler settings allow. Warns of collision meshes whose hull is
// much larger than they are.
MeshAssets load_meshes(Context& context);

void count_meshes(Context& context, const MeshAssets& meshes, Sizes& sizes);
void fill_meshes(const Context& context, const MeshAssets& meshes, Model& model);

}  // namespace corten
