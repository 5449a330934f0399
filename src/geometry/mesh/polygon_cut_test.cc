// Triangles are those of MuJoCo's mesh_face for an OBJ file with the polygon.
#include <gtest/gtest.h>

#include <limits>

#include "geometry/mesh/mesh.h"

namespace corten {
namespace {

using Corners = std::vector<std::array<float, 3>>;

TEST(PolygonCut, ConvexPolygonBecomesAFan) {
  EXPECT_EQ(cut_polygon(Corners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(cut_polygon(Corners{{0, 0, 0}, {1, 0, 0}, {1.5f, 1, 0}, {0.5f, 2, 0}, {-0.5f, 1, 0}}),
            (std::vector<int>{0, 1, 2, 0, 2, 3, 0, 3, 4}));
}

TEST(PolygonCut, ConcaveQuad) {
  const std::array<float, 3> a{0, 0, 0}, b{2, 0, 0}, c{0.5f, 0.5f, 0}, d{0, 2, 0};
  EXPECT_EQ(cut_polygon(Corners{a, b, c, d}), (std::vector<int>{0, 1, 2, 0, 2, 3}));
  EXPECT_EQ(cut_polygon(Corners{b, c, d, a}), (std::vector<int>{1, 2, 3, 0, 1, 3}));
  EXPECT_EQ(cut_polygon(Corners{d, a, b, c}), (std::vector<int>{1, 2, 3, 0, 1, 3}));
}

TEST(PolygonCut, ConcaveHexagonInEveryPlane) {
  const float points[6][2] = {{0, 0}, {2, 1}, {0, 2}, {0.3f, 1.2f}, {0.3f, 1}, {0.3f, 0.8f}};
  for (int axis = 0; axis < 3; ++axis) {
    Corners corners(6);
    for (int i = 0; i < 6; ++i) {
      corners[i][(axis + 1) % 3] = points[i][0];
      corners[i][(axis + 2) % 3] = points[i][1];
    }
    EXPECT_EQ(cut_polygon(corners), (std::vector<int>{1, 2, 3, 1, 3, 4, 1, 4, 5, 0, 1, 5}))
        << "normal to axis " << axis;
  }
}

TEST(PolygonCut, DegenerateInputEnds) {
  EXPECT_TRUE(cut_polygon(Corners{}).empty());
  EXPECT_LE(cut_polygon(Corners(50)).size(), 3u * 48);
  const float inf = std::numeric_limits<float>::infinity();
  EXPECT_LE(cut_polygon(Corners(10, {inf, -inf, 0})).size(), 3u * 8);
}

}  // namespace
}  // namespace corten
