// Solids of boxes, whose parts can be written down, and a ring.
#include "geometry/mesh/decompose.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "geometry/mesh/mesh.h"
#include "math/vec3.h"

namespace corten {
namespace {

struct Solid {
  std::vector<float> vertices;
  std::vector<int> faces;
};

// A prism over a polygon of the xy plane, z from 0 to 1. `fan`: triangles of the polygon.
Solid prism(const std::vector<std::array<float, 2>>& outline, const std::vector<int>& fan) {
  Solid solid;
  const int n = static_cast<int>(outline.size());
  for (const float z : {0.f, 1.f}) {
    for (const auto& p : outline) solid.vertices.insert(solid.vertices.end(), {p[0], p[1], z});
  }
  for (std::size_t i = 0; i < fan.size(); i += 3) {
    solid.faces.insert(solid.faces.end(), {fan[i], fan[i + 2], fan[i + 1]});
    solid.faces.insert(solid.faces.end(), {n + fan[i], n + fan[i + 1], n + fan[i + 2]});
  }
  for (int i = 0; i < n; ++i) {
    const int j = (i + 1) % n;
    solid.faces.insert(solid.faces.end(), {i, j, n + i, j, n + j, n + i});
  }
  return solid;
}

Solid l_shape() {
  return prism({{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}, {0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5});
}

double total_volume(const std::vector<ConvexPart>& parts) {
  double sum = 0;
  for (const ConvexPart& part : parts) sum += part.volume;
  return sum;
}

TEST(Decompose, ConvexIsOnePart) {
  const Solid cube = prism({{0, 0}, {1, 0}, {1, 1}, {0, 1}}, {0, 1, 2, 0, 2, 3});
  const auto parts = decompose(cube.vertices, cube.faces, {});
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_NEAR(parts[0].volume, 1, 1e-12);
  EXPECT_EQ(parts[0].vertices.size(), 8u);
}

TEST(Decompose, LShapeIsTwoBoxes) {
  const Solid l = l_shape();
  const auto parts = decompose(l.vertices, l.faces, {});
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_NEAR(total_volume(parts), 3, 1e-5);
  for (const ConvexPart& part : parts) EXPECT_EQ(part.vertices.size(), 8u);
}

// A plus is five boxes or three; a part at its centre has corners inside the solid only.
TEST(Decompose, PlusKeepsItsVolume) {
  const Solid plus =
      prism({{1, 0}, {2, 0}, {2, 1}, {3, 1}, {3, 2}, {2, 2}, {2, 3}, {1, 3}, {1, 2}, {0, 2}, {0, 1}, {1, 1}},
            {0, 1, 2, 0, 2, 11, 2, 3, 4, 2, 4, 5, 5, 6, 7, 5, 7, 8, 8, 9, 10, 8, 10, 11, 11, 2, 5, 11, 5, 8});
  const auto parts = decompose(plus.vertices, plus.faces, {16, 1e-3});
  EXPECT_EQ(parts.size(), 3u);
  EXPECT_NEAR(total_volume(parts), 5, 1e-4);
}

TEST(Decompose, LimitOfParts) {
  const Solid l = l_shape();
  EXPECT_EQ(decompose(l.vertices, l.faces, {1, 0.05}).size(), 1u);
  EXPECT_EQ(decompose(l.vertices, l.faces, {16, 10}).size(), 1u);
}

// A torus of radii 0.4 (tube) and 1: about the volume 2 pi^2 R r^2, and nothing in the middle of its hole.
TEST(Decompose, RingHasAHole) {
  const double params[] = {32, 0.4, 1, 1};
  const TriangleMesh torus = make_builtin_mesh(MeshBuiltin::kSuperTorus, params);
  const auto parts = decompose(torus.vertices, torus.faces, {16, 0.02});
  EXPECT_GT(parts.size(), 8u);
  EXPECT_LE(parts.size(), 16u);
  const double volume = total_volume(parts), exact = 2 * std::numbers::pi * std::numbers::pi * 0.16;
  EXPECT_LT(volume, 1.03 * exact);
  EXPECT_GT(volume, 0.95 * exact);
  for (const ConvexPart& part : parts) {
    // a part that contained the centre would have vertices on both sides of each plane through it
    bool apart = false;
    for (int k = 0; k < 64 && !apart; ++k) {
      const double angle = k * std::numbers::pi / 32;
      double nearest = 1e9;
      for (const Vec3& v : part.vertices) nearest = std::min(nearest, v.x * std::cos(angle) + v.y * std::sin(angle));
      apart = nearest > 0.3;
    }
    EXPECT_TRUE(apart);
  }
}

TEST(Decompose, SameInputSameParts) {
  const Solid l = l_shape();
  const auto first = decompose(l.vertices, l.faces, {}), second = decompose(l.vertices, l.faces, {});
  ASSERT_EQ(first.size(), second.size());
  for (std::size_t i = 0; i < first.size(); ++i) EXPECT_EQ(first[i].vertices, second[i].vertices);
}

TEST(Decompose, RefusesWhatIsNoSolid) {
  Solid l = l_shape();
  std::vector<int> open(l.faces.begin(), l.faces.end() - 3);
  EXPECT_THROW(decompose(l.vertices, open, {}), std::runtime_error);
  EXPECT_THROW(decompose({}, {}, {}), std::runtime_error);
  for (std::size_t i = 0; i < l.faces.size(); i += 3) std::swap(l.faces[i], l.faces[i + 1]);
  EXPECT_THROW(decompose(l.vertices, l.faces, {}), std::runtime_error);
}

}  // namespace
}  // namespace corten
