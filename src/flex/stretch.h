// Forces of triangles and tetrahedra that resist changes of their shape.
#pragma once

#include "corten/data.h"
#include "corten/model.h"
#include "model/flex_bodies.h"

namespace corten {

inline constexpr int kStretchSize = 21;  // numbers of an element in flex_stiffness: upper triangle of 6 x 6

// Edges of an element by its vertices, in the order of flex_elemedge and of the matrix in flex_stiffness.
inline constexpr int kTriangleEdges[3][2] = {{1, 2}, {2, 0}, {0, 1}};
inline constexpr int kTetrahedronEdges[6][2] = {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {0, 3}, {1, 3}};

// The elements of a flex that moves freely have stiffness.
inline bool has_stretch(const Model& m, int flex) {
  const int address = m.flex_stiffnessadr[flex];
  return !is_interpolated(m, flex) && m.flex_dim[flex] > 1 && address >= 0 && m.flex_stiffness[address] != 0;
}

// Adds to qfrc_spring. Needs flex positions, edges and their velocities.
void add_stretch_force(const Model& m, Data& d, int flex);

}  // namespace corten
