// Volume, surface area, mass and principal moments of inertia of primitive geoms.
//
// A body is either solid (mass spread evenly over the volume) or a shell (spread evenly over the surface). The geom's
// axes are its principal axes, so the inertia is diagonal.
#pragma once

#include <optional>

#include "corten/enums.h"
#include "corten/types.h"

namespace corten {

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
