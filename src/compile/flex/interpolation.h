// Stiffness of the cells of an interpolated flex or, if it is a shell, of the faces on the surface of its grid.
#pragma once

#include <span>
#include <vector>

#include "compile/flex/stiffness.h"
#include "flex/cells/cell.h"

namespace corten {

// One square matrix per cell, over the coordinates of its nodes; that of an empty cell is zero. MuJoCo: the matrices
// are negative, and mu is half of what it should be.
std::vector<double> interpolated_stiffness(const FlexGrid& grid, std::span<const Vec3> nodes,
                                           const Elasticity& material, const std::vector<bool>& empty);

// Replaces the matrices by the modes of deformation that a strain constraint holds: their number, then the modes, each
// scaled with the root of its stiffness. A face also gets the mode that bends it out of its plane.
void to_strain_modes(const FlexGrid& grid, std::span<const Vec3> nodes, const Elasticity& material,
                     std::vector<double>& stiffness);

}  // namespace corten
