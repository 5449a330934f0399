// Volume, centre of mass and inertia of meshes and of primitives.
#pragma once

#include <optional>
#include <span>

#include "corten/enums.h"
#include "corten/types.h"

namespace corten {

// ---- inertia
//
// Volume, centre of mass and inertia of a triangle mesh of unit density.

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

// ---- primitive_inertia
//
// Volume, surface area, mass and principal moments of inertia of primitive geoms.
//
// A body is either solid (mass spread evenly over the volume) or a shell (spread evenly over the surface). The geom's
// axes are its principal axes, so the inertia is diagonal.

struct MassInertia {
  double mass = 0;
  Vec3 inertia;  // principal moments about the centre of mass
};

// Volume, or surface area of a shell. Sizes as in bounds.h; a height field counts as the box of hfield_geom_size.
// Planes and meshes give 0.
double primitive_volume(GeomType type, const Vec3& size, bool shell);

// Principal moments of inertia of a body of this mass.
Vec3 primitive_inertia(GeomType type, const Vec3& size, bool shell, double mass);

// Mass of a geom: the given one, else density times volume. MuJoCo: a given mass is ignored (0) if the volume is
// below 1e-14.
double geom_mass(double volume, double density, const std::optional<double>& mass);

// Both, for a primitive geom with density or, if given, mass.
MassInertia primitive_mass_inertia(GeomType type, const Vec3& size, bool shell, double density,
                                   const std::optional<double>& mass);

}  // namespace corten
