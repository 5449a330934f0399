// Assets: files are read and processed, then the arrays filled; each kind in the file of its name.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/file_source.h"
#include "compile/context.h"
#include "corten/error.h"
#include "corten/spec.h"
#include "geometry/files/files.h"
#include "geometry/mesh/mesh.h"

namespace corten {

// ---- mesh_assets
//
// Mesh and height field assets: found, read, processed and laid out in the Model.

// A mesh with all that the Model has of it. Depends on the file and the attributes of the mesh alone, so that it can be
// kept for the next time.
struct LoadedMesh : ProcessedMesh {  // without the bounding volumes, of which only the order of the leaves is needed
  std::vector<int> leaves;           // mesh_treeleaf
  std::vector<FloatVec<6>> boxes;    // mesh_treebox
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

// ---- hfield_assets
//
// Height field assets: read, normalised and laid out in the Model.

// The height fields of the Spec, in its order. One that cannot be used is reported and empty.
std::vector<HeightField> load_hfields(Context& context);

void count_hfields(Context& context, const std::vector<HeightField>& hfields, Sizes& sizes);
void fill_hfields(const Context& context, const std::vector<HeightField>& hfields, Model& model);

// ---- texture_assets
//
// Textures: read or generated, and laid out in the Model. discardvisual leaves none.

// The textures of the Spec, in its order; null for one that cannot be used, which is reported.
using TextureAssets = std::vector<std::shared_ptr<const TextureImage>>;
TextureAssets load_textures(Context& context);

void count_textures(Context& context, const TextureAssets& textures, Sizes& sizes);
void fill_textures(const Context& context, const TextureAssets& textures, Model& model);

// Id of a texture, -1: none.
int texture_id(const Context& context, const std::string& name);

// ---- material
//
// Materials: colours, and the textures of each role.

// Material of a geom, or else that of its mesh; -1: none.
int material_id(const Context& context, const FlatGeom& geom);
// Material of this name; -1: none.
int material_id(const Context& context, const std::string& name);

// Reports textures that do not exist.
void count_materials(Context& context, Sizes& sizes);
void fill_materials(const Context& context, Model& model);

// ---- skin
//
// Skins: surfaces that bodies move, for rendering only.

// The skins of the Spec with what their files hold; problems are reported.
std::vector<Skin> load_skins(Context& context);

void count_skins(Context& context, const std::vector<Skin>& skins, Sizes& sizes);
void fill_skins(const Context& context, const std::vector<Skin>& skins, Model& model);

// ---- convex_parts
//
// Convex decomposition at compile time: <mesh corten:decompose="true"/>, an extension of MJCF.

// Whether a mesh asks for it.
bool wants_convex_parts(const Spec& spec);

// The Spec with the parts written out, as an author without the extension would do by hand: every colliding geom of
// type mesh with such a mesh gets, at the end of its body, a geom per part, "<geom>_part0", "_part1", ... of group 3
// without mass, with meshes "<mesh>_part0", ... The geom itself stays for inertia and looks and collides no more;
// contact pairs that name it become pairs with its parts. Everything else in the compiler sees ordinary meshes.
Spec with_convex_parts(const Spec& spec, Diagnostics& diagnostics);

}  // namespace corten
