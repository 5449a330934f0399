// Polygons of a cube against MuJoCo, and degenerate triangles.
#include <gtest/gtest.h>

#include <cmath>

#include "geometry/mesh/hull.h"

namespace corten {
namespace {

// mesh_polyvert, mesh_polynormal and mesh_polymap of <mesh vertex="the corners of a cube" scale="1 2 3"/>
TEST(MeshPolygons, CubeIsMujocos) {
  TriangleMesh cube;
  for (int i = 0; i < 8; ++i) {
    for (int k = 0; k < 3; ++k) cube.vertices.push_back(i >> k & 1 ? 1.0f : -1.0f);
  }
  MeshOptions options;
  options.scale = {1, 2, 3};
  const HullPolygons polygons = process_mesh(cube, options).polygons;
  EXPECT_EQ(polygons.vertices,
            (std::vector<std::vector<int>>{
                {6, 4, 5, 7}, {3, 2, 6, 7}, {6, 2, 0, 4}, {5, 1, 3, 7}, {1, 5, 4, 0}, {2, 3, 1, 0}}));
  const std::vector<Vec3> normals = {{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 0, -1}};
  ASSERT_EQ(polygons.normals.size(), normals.size());
  for (std::size_t i = 0; i < normals.size(); ++i) {
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(polygons.normals[i][k], normals[i][k], 1e-14);
  }
  EXPECT_EQ(polygons.map, (std::vector<std::vector<int>>{
                              {2, 4, 5}, {3, 4, 5}, {1, 2, 5}, {1, 3, 5}, {0, 2, 4}, {0, 3, 4}, {0, 1, 2}, {0, 1, 3}}));
}

TEST(MeshPolygons, CurvedHullKeepsItsTriangles) {
  std::vector<Vec3> points;
  for (int i = 0; i < 40; ++i) {
    const double z = 2 * (i + 0.5) / 40 - 1, r = std::sqrt(1 - z * z);
    points.push_back({r * std::cos(2.4 * i), r * std::sin(2.4 * i), z});
  }
  const std::vector<int> graph = convex_hull(points);
  EXPECT_EQ(hull_polygons(points, hull_faces(graph)).vertices.size(), static_cast<std::size_t>(graph[1]));
}

TEST(MeshPolygons, DegenerateTrianglesAreSkipped) {
  const std::vector<Vec3> points(4);
  const HullPolygons polygons = hull_polygons(points, std::vector<int>{0, 1, 2, 1, 2, 3});
  EXPECT_TRUE(polygons.vertices.empty());
  EXPECT_EQ(polygons.map.size(), 4u);
}

}  // namespace
}  // namespace corten
