// Meshes of signed distance shapes.
#pragma once

#include "corten/sdf.h"
#include "geometry/mesh/mesh.h"

namespace corten {

// The surface of the shape by marching cubes, on a grid over its bounds. Throws std::runtime_error if the bounds are
// not usable or contain no surface.
TriangleMesh make_sdf_mesh(const SdfShape& shape);

}  // namespace corten
