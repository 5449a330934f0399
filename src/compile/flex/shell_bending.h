// Bending stiffness of the shell of an interpolation grid.
#pragma once

#include <span>
#include <vector>

#include "compile/flex/stiffness.h"
#include "flex/cells/cell.h"

namespace corten {

// The number of edges between faces, then 10 numbers for each: both faces, the middle of the edge in the coordinates of
// both, the stiffness, and the difference of their normals at rest.
std::vector<double> shell_bending(const FlexGrid& grid, std::span<const Vec3> nodes, const Elasticity& material);

}  // namespace corten
