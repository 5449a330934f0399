// Forces of the hinges between neighbouring triangles of a shell or cloth.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

inline constexpr int kBendingSize = 17;  // numbers of an edge in flex_bending: 4 x 4 matrix, curvature at rest

// The triangles of a flex that moves freely resist bending.
inline bool has_bending(const Model& m, int flex) {
  return !m.flex_interp[flex] && m.flex_dim[flex] == 2 && m.flex_bendingadr[flex] >= 0;
}

// Vertices of a hinge: the two of the edge and the two opposite to it; the last is -1 at a boundary.
struct Hinge {
  int vertex[4];
};
inline Hinge hinge(const Model& m, int edge) {
  return {{m.flex_edge[edge][0], m.flex_edge[edge][1], m.flex_edgeflap[edge][0], m.flex_edgeflap[edge][1]}};
}

// Adds to qfrc_spring if `spring`, to qfrc_damper if `damper`. Needs flex positions.
void add_bending_force(const Model& m, Data& d, int flex, bool spring, bool damper);

}  // namespace corten
