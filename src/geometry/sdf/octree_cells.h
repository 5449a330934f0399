// The cells of an octree and how they hang together, without distances.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "geometry/bounds.h"

namespace corten {

// A place in the octree, counted in cells of the largest depth.
using GridPoint = std::array<int, 3>;

struct OctreeCells {
  static constexpr int kMaxDepth = 6;
  static constexpr int kGrid = 1 << kMaxDepth;  // cells of the largest depth along an axis

  struct Cell {
    int depth = 0;
    int first_child = -1;  // the other seven follow; -1: a leaf
    GridPoint grid{};      // lower corner
    Box box;
    std::array<int, 8> corner{};  // in `corners`

    int side() const { return kGrid >> depth; }
  };
  struct Corner {
    Vec3 pos;
    // A corner that hangs on the edge or face of a larger leaf has the mean value of the ends of that edge or the
    // corners of that face.
    int support_count = 0;
    std::array<int, 4> support{};
  };

  std::vector<Cell> cells;
  std::vector<Corner> corners;
};

// A box 10 % larger than `bounds`, split down to the largest depth wherever a triangle passes, and further until
// neighbouring leaves differ by at most one level.
OctreeCells build_octree_cells(std::span<const Vec3> vertices, std::span<const int> faces, const Box& bounds);

}  // namespace corten
