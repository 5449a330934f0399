// Empty cells of interpolation grids.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "spec/flexcomp/flexcomp.h"

namespace corten {
namespace {

// Two tetrahedra at opposite corners of the box; each touches one cell of three along x.
TEST(FlexCells, VolumesFillWhatTheyTouch) {
  const std::vector<Vec3> x{{0, 0, 0}, {0.5, 0, 0}, {0, 1, 0}, {0, 0, 1}, {3, 1, 1}, {2.5, 1, 1}, {3, 0, 1}, {3, 1, 0}};
  const std::vector<int> tetrahedra{0, 1, 2, 3, 4, 5, 6, 7};
  EXPECT_EQ(find_empty_cells(x, tetrahedra, 3, {{3, 1, 1}}), (std::vector<bool>{false, true, false}));
}

// The surface of a box, one face of it in two triangles each: the cell in the middle of 3 x 3 x 3 is inside.
TEST(FlexCells, SurfacesFillTheirInside) {
  std::vector<Vec3> x;
  for (int i = 0; i < 8; ++i) x.push_back({i & 4 ? 3.0 : 0.0, i & 2 ? 3.0 : 0.0, i & 1 ? 3.0 : 0.0});
  const std::vector<int> box{0, 1, 3, 0, 3, 2, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                             2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 3, 7, 1, 7, 5};
  const std::vector<bool> closed = find_empty_cells(x, box, 2, {{3, 3, 3}});
  EXPECT_EQ(std::count(closed.begin(), closed.end(), true), 0);
  // without its lid the inside is reached from above
  const std::vector<bool> open = find_empty_cells(x, std::span(box).first(30), 2, {{3, 3, 3}});
  EXPECT_EQ(std::count(open.begin(), open.end(), true), 2);
  EXPECT_TRUE(open[13]);
  EXPECT_TRUE(open[14]);
}

}  // namespace
}  // namespace corten
