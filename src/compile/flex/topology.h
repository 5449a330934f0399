// How the elements of a flex hang together: edges, hinges between triangles, the border, layers below it.
#pragma once

#include <span>
#include <vector>

#include "corten/types.h"

namespace corten {

// Local edges of an element with dim + 1 vertices, as pairs of its corners.
std::span<const IntVec<2>> edges_of_element(int dim);

struct FlexTopology {
  int dim = 0;
  std::vector<int> elem;          // dim + 1 vertices per element
  std::vector<int> elemedge;      // edges of each element
  std::vector<IntVec<2>> edge;    // vertices, the smaller first
  std::vector<IntVec<4>> hinge;   // dim 2: the edge as its first triangle runs it, then the opposite corners
  std::vector<int> shell;         // dim vertices per border fragment
  std::vector<int> elemlayer;     // dim 3: elements between this one and the border
  std::vector<IntVec<2>> evpair;  // dim 1 and 2: element and vertex of its neighbour
  int count() const { return static_cast<int>(elem.size()) / (dim + 1); }
};

// `elem` must have valid and distinct vertices in each element. Tetrahedra are turned so that
// their faces look outwards.
FlexTopology make_flex_topology(int dim, std::vector<int> elem, std::span<const Vec3> positions);

}  // namespace corten
