// Modes of deformation of a finite element.
#pragma once

#include <span>
#include <vector>

#include "compile/flex/stiffness.h"

namespace corten {

// Replaces a negative semidefinite n by n matrix -K by (m, w_1, ... w_m), where K = sum w_i w_i'.
void write_modes(std::size_t n, std::span<double> matrix);

// Appends the mode in which opposite corners of a face move out of its plane in the same direction. `normal` is the
// axis normal to the face, `corners` are its (order + 1)^2 nodes.
void append_warp_mode(int normal, int order, std::span<const Vec3> corners, const Elasticity& material,
                      std::span<double> modes);

}  // namespace corten
