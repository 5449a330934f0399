// Volume, centre of mass and inertia of a triangle mesh of unit density.
#pragma once

#include <span>

#include "corten/enums.h"
#include "corten/types.h"

namespace corten {

struct MeshMass {
  double volume = 0;  // surface area for MeshInertia::kShell
  Vec3 center;        // centre of mass
  Mat3 inertia;       // about the centre of mass
};

// `faces` is the mesh's surface; `hull` replaces it as the boundary of the volume for MeshInertia::kConvex. Throws
// std::runtime_error if the area or volume is too small, negative or not finite.
MeshMass mesh_mass(std::span<const Vec3> vertices, std::span<const int> faces, std::span<const int> hull,
                   MeshInertia mode);

// Throws std::runtime_error if two neighbouring faces run through their common edge in the same direction, so that one
// of them looks inwards.
void check_orientation(std::span<const Vec3> vertices, std::span<const int> faces);

}  // namespace corten
