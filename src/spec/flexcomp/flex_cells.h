// Cells of a flex's interpolation grid that hold none of its elements.
#pragma once

#include <span>
#include <vector>

#include "corten/types.h"

namespace corten {

// Divides the bounding box of the points into count[0] x count[1] x count[2] cells, x slowest, and says which are
// empty. `elements` holds dim + 1 point indices each. A closed surface (dim 2) fills what it encloses.
std::vector<bool> find_empty_cells(std::span<const Vec3> points, std::span<const int> elements, int dim,
                                   const IntVec<3>& count);

}  // namespace corten
