// Normals at flat and sharp edges and their transformations.
#include <gtest/gtest.h>

#include <cmath>

#include "geometry/mesh/hull.h"
#include "math/vec3.h"

namespace corten {
namespace {

// A roof: two faces that share the edge from (0, 0, 0) to (0, 1, 0), at an angle.
struct Roof {
  std::vector<Vec3> vertices;
  std::vector<int> faces = {0, 1, 2, 0, 3, 1};
  explicit Roof(double slope) : vertices{{0, 0, 0}, {0, 1, 0}, {-1, 0, -slope}, {1, 0, -slope}} {}
};

TEST(MeshNormals, FlatEdgeIsSmooth) {
  const Roof roof(0.1);
  for (const bool smooth : {false, true}) {
    const auto n = vertex_normals(roof.vertices, roof.faces, smooth);
    EXPECT_NEAR(n[2], 1, 1e-6);
    EXPECT_NEAR(n[0], 0, 1e-6);
  }
}

TEST(MeshNormals, SharpEdgeIsSmoothOnlyOnRequest) {
  const Roof roof(2);
  EXPECT_NEAR(vertex_normals(roof.vertices, roof.faces, true)[2], 1, 1e-6);
  // Both faces deviate from the common normal, both are left out, and the normal falls back to the z axis.
  EXPECT_EQ(vertex_normals(roof.vertices, roof.faces, false)[2], 1);
  // The vertex of one face alone keeps its normal.
  EXPECT_NEAR(vertex_normals(roof.vertices, roof.faces, false)[6], -2 / std::sqrt(5.0), 1e-6);
}

TEST(MeshNormals, ScaleIsInverse) {
  std::vector<float> n = {1, 1, 0};
  scale_normals(n, {2, 1, 1});
  normalize_normals(n);
  EXPECT_FLOAT_EQ(n[1] / n[0], 2);
  EXPECT_FLOAT_EQ(n[0] * n[0] + n[1] * n[1], 1);
}

TEST(MeshNormals, ZeroBecomesZ) {
  std::vector<float> n = {0, 0, 0};
  normalize_normals(n);
  EXPECT_EQ(n, (std::vector<float>{0, 0, 1}));
}

TEST(MeshNormals, Rotation) {
  std::vector<float> n = {1, 0, 0};
  rotate_normals(n, {{0, -1, 0, 1, 0, 0, 0, 0, 1}});
  EXPECT_EQ(n, (std::vector<float>{0, 1, 0}));
}

}  // namespace
}  // namespace corten
