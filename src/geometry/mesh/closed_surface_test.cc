// Boxes joined, nested, opened and turned over: volumes are plain arithmetic.
#include <gtest/gtest.h>

#include "geometry/mesh/decompose.h"

namespace corten {
namespace {

struct Soup {
  std::vector<float> vertices;
  std::vector<int> faces;
};

// A box; every triangle has its own vertices, as in an STL file.
void add_box(Soup& soup, const Vec3& min, const Vec3& max, bool inwards = false) {
  const int corner[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                             {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  for (const auto& t : corner) {
    for (int k = 0; k < 3; ++k) {
      const int c = t[inwards ? 2 - k : k];
      soup.faces.push_back(static_cast<int>(soup.vertices.size() / 3));
      for (int axis = 0; axis < 3; ++axis) {
        soup.vertices.push_back(static_cast<float>(c >> axis & 1 ? max[axis] : min[axis]));
      }
    }
  }
}

TEST(ClosedSurface, JoinsVertices) {
  Soup soup;
  add_box(soup, {10, 0, 0}, {11, 2, 3});
  const auto surface = closed_surface(soup.vertices, soup.faces);
  ASSERT_TRUE(surface);
  EXPECT_NEAR(surface->volume, 6, 1e-12);
  EXPECT_EQ(surface->triangles.size(), 12u);
  EXPECT_NEAR(signed_volume(soup.vertices, soup.faces), 6, 1e-12);
}

TEST(ClosedSurface, LeavesOutCavities) {
  Soup soup;
  add_box(soup, {0, 0, 0}, {4, 4, 4});
  add_box(soup, {1, 1, 1}, {3, 3, 3}, true);
  const auto surface = closed_surface(soup.vertices, soup.faces);
  ASSERT_TRUE(surface);
  EXPECT_NEAR(surface->volume, 64, 1e-12);
  EXPECT_EQ(surface->triangles.size(), 12u);
}

TEST(ClosedSurface, OpenOrInsideOut) {
  Soup open;
  add_box(open, {0, 0, 0}, {1, 1, 1});
  open.faces.resize(open.faces.size() - 3);
  EXPECT_FALSE(closed_surface(open.vertices, open.faces));
  Soup inside_out;
  add_box(inside_out, {0, 0, 0}, {1, 1, 1}, true);
  EXPECT_FALSE(closed_surface(inside_out.vertices, inside_out.faces));
  EXPECT_FALSE(closed_surface({}, {}));
}

TEST(ClosedSurface, HullRatio) {
  Soup two;
  add_box(two, {0, 0, 0}, {1, 1, 1});
  add_box(two, {3, 0, 0}, {4, 1, 1});
  // the same vertex array serves both: the faces of the hull follow those of the boxes
  Soup all = two;
  add_box(all, {0, 0, 0}, {4, 1, 1});
  const std::span<const int> faces(all.faces.data(), 72), whole(all.faces.data() + 72, 36);
  EXPECT_NEAR(hull_ratio(all.vertices, faces, whole, 1.5), 2, 1e-12);
  EXPECT_NEAR(hull_ratio(all.vertices, whole, whole, 1.5), 1, 1e-12);
  EXPECT_EQ(hull_ratio(all.vertices, faces.first(69), whole, 1.5), 0);  // open: not known
  // a sheet seen from both sides
  const std::vector<int> sheet{0, 1, 2, 0, 2, 1};
  EXPECT_EQ(hull_ratio(all.vertices, sheet, whole, 1.5), 0);
}

}  // namespace
}  // namespace corten
