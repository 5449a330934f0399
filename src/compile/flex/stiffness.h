// Stiffness of triangles and tetrahedra against changes of their edge lengths.
#pragma once

#include <vector>

#include "compile/flex/topology.h"

namespace corten {

inline constexpr int kElementStiffness = 21;  // numbers per element, whatever its dimension

struct Elasticity {
  double young = 0, poisson = 0, thickness = 0;
};

// The matrices of all elements; those of lines are zero, as are those of triangles unless `stretches`.
std::vector<double> element_stiffness(const FlexTopology& topology, std::span<const Vec3> positions,
                                      const Elasticity& material, bool stretches);

}  // namespace corten
