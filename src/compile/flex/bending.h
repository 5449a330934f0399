// Bending stiffness of the hinges between triangles.
#pragma once

#include <vector>

#include "compile/flex/stiffness.h"

namespace corten {

inline constexpr int kHingeBending = 17;  // numbers per edge: a 4 by 4 matrix and the factor of the curved rest shape

// The matrices of all edges over (edge, opposite corners); zero at the border.
std::vector<double> hinge_bending(const FlexTopology& topology, std::span<const Vec3> positions,
                                  const Elasticity& material);

}  // namespace corten
