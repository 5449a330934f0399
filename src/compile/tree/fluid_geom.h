// Parameters of the ellipsoid fluid model for one geom.
#pragma once

#include "corten/enums.h"
#include "corten/types.h"

namespace corten {

// (on, five coefficients, virtual mass, virtual moments of inertia) as Model::geom_fluid stores them.
Vec<12> fluid_parameters(GeomType type, const Vec3& size, const Vec<5>& coefficients);

}  // namespace corten
