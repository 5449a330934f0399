// Cells of an interpolated flex: nodes, rotation, forces.
#pragma once

#include <span>

#include "flex/cells/interpolation.h"
#include "model/access.h"

namespace corten {

// ---- cell
//
// Finite elements of an interpolated flex: the cells of its grid, or the faces of cells on the surface of a shell.
//
// Cell (i, j, k) is number (i c1 + j) c2 + k. The faces of a shell are numbered side after side, x low, x high, y low,
// y high, z low, z high; within the side normal to axis a, the coordinate along a + 2 (mod 3) runs fastest.
// The rotation of an element is that of its deformation gradient F at the middle; a face takes the normal of its
// tangents as missing column of F.

struct CellNodes {
  int count = 0;
  int normal = -1;  // axis normal to a face, -1: a cell
  int node[kMaxCellNodes];
};

int cell_count(const FlexGrid& grid);
CellNodes cell_nodes(const FlexGrid& grid, int cell);

// Tangents of a face at a point, s and t from 0 to 1, along the two axes after the normal.
struct Tangents {
  Vec3 s, t;
};
Tangents face_tangents(int order, const Vec3* position, double s, double t);

// The rotation R, as quaternion, that is nearest to the matrix: R = A (A'A)^(-1/2) for det A > 0.
Quat polar_rotation(const Mat3& a);

// Turns the element at rest into the present one; `position` are its nodes, one after the other.
Quat cell_rotation(int order, const CellNodes& cell, const Vec3* position);

// The same from the positions of all nodes of the flex.
Quat cell_rotation(const FlexGrid& grid, const CellNodes& cell, std::span<const Vec3> position);

// ---- cell_force
//
// Forces of the cells of an interpolated flex.

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
