// Finite elements of an interpolated flex: the cells of its grid, or the faces of cells on the surface of a shell.
//
// Cell (i, j, k) is number (i c1 + j) c2 + k. The faces of a shell are numbered side after side, x low, x high, y low,
// y high, z low, z high; within the side normal to axis a, the coordinate along a + 2 (mod 3) runs fastest.
// The rotation of an element is that of its deformation gradient F at the middle; a face takes the normal of its
// tangents as missing column of F.
#pragma once

#include <span>

#include "flex/cells/interpolation.h"

namespace corten {

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

}  // namespace corten
