// Meshes made by formula: the builtin attribute of an MJCF mesh.
#pragma once

#include <span>

#include "corten/enums.h"
#include "geometry/mesh/mesh.h"

namespace corten {

// All fit into the cube of half size 1 (the torus into 1 + radius). Meaning of params:
//   sphere       subdivisions of an icosahedron, 0 to 4
//   hemisphere   resolution, 0 to 10
//   cone         number of edges, radius of the top relative to the bottom (0: a tip)
//   supersphere  resolution, east-west exponent, north-south exponent
//   supertorus   resolution, radius of the tube, its exponent, exponent of the ring
//   wedge        horizontal and vertical resolution, horizontal and vertical field of view in degrees, foveal
//   deformation plate        horizontal and vertical resolution
// Throws std::runtime_error if the number of params or a value is wrong.
TriangleMesh make_builtin_mesh(MeshBuiltin kind, std::span<const double> params);

// How the inertia of a builtin mesh is computed: a plate is always a shell, the others are what `declared` says.
MeshInertia builtin_mesh_inertia(MeshBuiltin kind, MeshInertia declared);

}  // namespace corten
