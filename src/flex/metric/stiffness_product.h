// Products with the stiffness of flexes that need no matrix: y += (s1 + s2 damping) K x, flex by flex.
#pragma once

#include <span>

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

struct StiffnessScale {
  double s1 = 0, s2 = 0;

  double of(const Model& m, int flex) const { return s1 + s2 * m.flex_damping[flex]; }
};

void add_bending_product(const Model& m, Data& d, StiffnessScale scale, std::span<const double> x, std::span<double> y);
void add_stretch_product(const Model& m, Data& d, StiffnessScale scale, std::span<const double> x, std::span<double> y);

// Cells of interpolated flexes; needs flexelem_krot.
void add_cell_product(const Model& m, Data& d, StiffnessScale scale, std::span<const double> x, std::span<double> y);

// flexelem_krot <- R K R', R being the rotation of each cell.
void turn_cell_stiffness(const Model& m, Data& d);

}  // namespace corten
