// Mesh and height field assets: found, read, processed and laid out in the Model.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/file_source.h"
#include "compile/context.h"
#include "geometry/mesh/mesh.h"

namespace corten {

// A mesh with all that the Model has of it. Depends on the file and the attributes of the mesh alone, so that it can be
// kept for the next time.
struct LoadedMesh : ProcessedMesh {  // without the bounding volumes, of which only the order of the leaves is needed
  std::vector<int> leaves;           // mesh_treeleaf
  IntVec<27> extrema{};              // mesh_extrema, if there is a hull
  double hull_excess = 0;            // volume of the hull by that of the mesh, where geoms collide with the hull
};

// The meshes of the Spec, in its order.
struct MeshAssets {
  std::vector<std::shared_ptr<const LoadedMesh>> processed;
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
  bool as_hull = false;          // its convex hull stands for it, so that the two are worth comparing
  bool signed_distance = false;  // its octree
};

// Throws std::runtime_error with the reason if the mesh cannot be used.
std::shared_ptr<const LoadedMesh> load_mesh(const Context& context, const Mesh& mesh, const MeshUse& use);

// Reads and processes all meshes, in parallel if the compiler settings allow. Warns of collision meshes whose hull is
// much larger than they are.
MeshAssets load_meshes(Context& context);

void count_meshes(Context& context, const MeshAssets& meshes, Sizes& sizes);
void fill_meshes(const Context& context, const MeshAssets& meshes, Model& model);

}  // namespace corten
