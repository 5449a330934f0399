// Graph against MuJoCo, geometric properties of hulls, degenerate input, threads.
#include "geometry/mesh/hull.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <string>
#include <thread>

#include "math/vec3.h"

namespace corten {
namespace {

const std::vector<Vec3> kTetrahedron = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 3}};

// Points on the unit sphere, and one inside.
std::vector<Vec3> sphere_points(int count) {
  std::vector<Vec3> points = {{0.1, 0.1, 0.1}};
  for (int i = 0; i < count; ++i) {
    const double z = 2 * (i + 0.5) / count - 1, angle = 2.4 * i, r = std::sqrt(1 - z * z);
    points.push_back({r * std::cos(angle), r * std::sin(angle), z});
  }
  return points;
}

std::string error_of(const std::vector<Vec3>& points, int max_vertices = -1) {
  try {
    convex_hull(points, max_vertices);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return {};
}

// mesh_graph of <mesh vertex="0 0 0 1 0 0 0 2 0 0 0 3"/>
TEST(Hull, GraphOfTetrahedronIsMujocos) {
  const std::vector<int> expected = {4, 4, 0,  4, 8, 12, 3,  2, 1, 0, 2, 3, 1, -1, 2, 3, 0, -1, 1,
                                     3, 0, -1, 1, 2, 0,  -1, 2, 1, 0, 1, 3, 0, 3,  2, 0, 2, 3,  1};
  EXPECT_EQ(convex_hull(kTetrahedron), expected);
}

// Volume of the hull of points in general position around the origin: a triangle of three of them is a face if all
// others lie on one side of it.
double volume_by_all_triangles(const std::vector<Vec3>& points) {
  double volume = 0;
  const std::size_t n = points.size();
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) {
      for (std::size_t k = j + 1; k < n; ++k) {
        const Vec3 normal = cross(points[j] - points[i], points[k] - points[i]);
        const double side = dot(normal, points[i]);
        bool face = true;
        for (std::size_t other = 0; face && other < n; ++other) {
          if (other == i || other == j || other == k) continue;
          face = (dot(normal, points[other] - points[i]) < 0) == (side > 0);
        }
        if (face) volume += std::abs(side) / 6;
      }
    }
  }
  return volume;
}

TEST(Hull, SurfaceIsClosedAndLooksOutwards) {
  const std::vector<Vec3> points = sphere_points(100);
  const std::vector<int> graph = convex_hull(points);
  EXPECT_EQ(graph[0], 100);
  EXPECT_EQ(graph[1], 2 * 100 - 4);  // Euler's formula
  const auto faces = hull_faces(graph);
  double volume = 0;
  for (std::size_t f = 0; f < faces.size(); f += 3) {
    const Vec3 &a = points[faces[f]], &b = points[faces[f + 1]], &c = points[faces[f + 2]];
    const double pyramid = dot(cross(b - a, c - a), a) / 6;
    EXPECT_GT(pyramid, 0);
    volume += pyramid;
  }
  EXPECT_NEAR(volume, volume_by_all_triangles(points), 1e-12);
  EXPECT_LT(volume, 4 * M_PI / 3);
}

TEST(Hull, NeighboursAreMutual) {
  const std::vector<int> graph = convex_hull(sphere_points(50));
  const int n = graph[0];
  const int* start = &graph[2];
  const int* neighbours = &graph[2 + 2 * n];
  const auto adjacent = [&](int v, int w) {
    for (int i = start[v]; neighbours[i] >= 0; ++i) {
      if (neighbours[i] == w) return true;
    }
    return false;
  };
  for (int v = 0; v < n; ++v) {
    for (int i = start[v]; neighbours[i] >= 0; ++i) EXPECT_TRUE(adjacent(neighbours[i], v));
  }
}

TEST(Hull, NumberOfVerticesIsLimited) {
  EXPECT_EQ(convex_hull(sphere_points(200), 20)[0], 20);
  EXPECT_EQ(convex_hull(sphere_points(200), 4)[0], 4);
  EXPECT_NE(error_of(kTetrahedron, 3), "");
}

TEST(Hull, FlatPointsAreRefused) {
  EXPECT_NE(error_of({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}).find("four points"), std::string::npos);
  EXPECT_NE(error_of({{1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}}).find("same point"), std::string::npos);
  EXPECT_NE(error_of({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {5, 5, 5}}).find("on one line"), std::string::npos);
  EXPECT_NE(error_of({{0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}}).find("in one plane"), std::string::npos);
}

TEST(Hull, QhullErrorsAreReported) {
  // Far too thin for qhull, but not flat by the simple test.
  EXPECT_NE(error_of({{0, 0, 0}, {1e6, 0, 0}, {0, 1e6, 0}, {1e5, 2e5, 1.1e-9}}).find("cannot be computed"),
            std::string::npos);
}

TEST(Hull, ThreadsDoNotDisturbEachOther) {
  const std::vector<Vec3> points = sphere_points(300);
  const std::vector<int> expected = convex_hull(points);
  std::vector<int> results[4];
  std::vector<std::thread> threads;
  for (auto& result : results) threads.emplace_back([&] { result = convex_hull(points); });
  for (auto& thread : threads) thread.join();
  for (const auto& result : results) EXPECT_EQ(result, expected);
}

}  // namespace
}  // namespace corten
