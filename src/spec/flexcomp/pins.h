// Which points of a <flexcomp> stay fixed in its body.
#pragma once

#include <vector>

#include "corten/spec.h"
#include "spec/flexcomp/points.h"

namespace corten {

// Values of Flex::dof.
enum FlexDof { kFullDof, kRadialDof, kTrilinearDof, kQuadraticDof, kPlanarDof };

inline bool is_interpolated(const Flex& flex) { return flex.dof == kTrilinearDof || flex.dof == kQuadraticDof; }
inline int interpolation_order(const Flex& flex) { return flex.dof == kTrilinearDof ? 1 : 2; }

// Nodes of the interpolation grid along each axis.
inline IntVec<3> node_counts(const Flex& flex) {
  IntVec<3> nodes;
  for (int k = 0; k < 3; ++k) nodes[k] = flex.cellcount[k] * interpolation_order(flex) + 1;
  return nodes;
}

// One entry per point, or per node if there are more of these: MuJoCo's pins mean both. Throws FlexCompError for pins
// that do not exist.
std::vector<bool> find_pinned(const FlexComp& comp, const FlexPoints& shape);

}  // namespace corten
