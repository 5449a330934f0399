// Meshes in GMSH's format, versions 2.2 and 4.1, text or binary.
//
// Unlike the meshes of mesh_file.h they have no surface as such: points, and elements that are segments, triangles or
// tetrahedra. Errors are std::runtime_error; a reader never allocates more than a small multiple of what it is given.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "corten/types.h"

namespace corten {

struct GmshMesh {
  int dim = 0;                // 1: segments, 2: triangles, 3: tetrahedra
  std::vector<Vec3> points;   // m
  std::vector<int> elements;  // dim + 1 indices into points each
};

GmshMesh read_gmsh(std::span<const std::byte> bytes);

}  // namespace corten
