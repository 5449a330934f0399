// Forces of the cells of an interpolated flex.
#pragma once

#include <span>

#include "flex/cells/cell.h"
#include "model/flex_bodies.h"

namespace corten {

// The cells of an interpolated flex have stiffness, unless an equality holds their strain.
inline bool has_cell_stiffness(const Model& m, int flex) {
  const int address = m.flex_stiffnessadr[flex];
  return is_interpolated(m, flex) && address >= 0 && m.flex_stiffness[address] != 0 &&
         m.flex_edgeequality[flex] != kFlexHoldsStrain;
}

// Stiffness matrix of a cell, 3 nodes by 3 nodes, and whether the cell holds material.
inline const double* cell_stiffness(const Model& m, int flex, int cell, int nodes) {
  return m.flex_stiffness.data() + m.flex_stiffnessadr[flex] + cell * 9 * nodes * nodes;
}
inline bool is_empty_cell(const double* stiffness) { return stiffness[0] == 0; }

// Adds to qfrc_spring if `spring`, to qfrc_damper if `damper`. Needs kinematics and velocity.
void add_cell_force(const Model& m, Data& d, int flex, bool spring, bool damper);

}  // namespace corten
