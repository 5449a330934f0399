// Signed distance shapes by name, and their meshes.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "base/plugin_registry.h"
#include "corten/sdf.h"
#include "geometry/mesh/mesh.h"

namespace corten {

// ---- registry
//
// The shapes that models can use as signed distance fields, by name.

// A registered or built-in shape; nothing if the name is that of another kind of plugin.
std::optional<PluginEntry> find_sdf(const std::string& name);

// ---- shapes
//
// Signed distance shapes under the names of MuJoCo's plugins: torus, bowl, bolt, nut, gear.

std::map<std::string, PluginEntry> builtin_sdf_kinds();

// ---- mesh
//
// Meshes of signed distance shapes.

// The surface of the shape by marching cubes, on a grid over its bounds. Throws std::runtime_error if the bounds are
// not usable or contain no surface.
TriangleMesh make_sdf_mesh(const SdfShape& shape);

}  // namespace corten
