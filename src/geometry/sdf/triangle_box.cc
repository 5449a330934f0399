// The three tests of a triangle against a box, cheapest first.
#include <algorithm>

#include "geometry/sdf/octree.h"
#include "math/vec3.h"

namespace corten {

TriangleTest::TriangleTest(const Vec3& a, const Vec3& b, const Vec3& c) : corner_{a, b, c} {
  const Vec3 edges[3] = {b - a, c - b, a - c};
  normal_ = cross(edges[0], edges[1]);
  for (int axis = 0; axis < 3; ++axis) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    const double inwards = normal_[axis] >= 0 ? 1 : -1;
    for (int i = 0; i < 3; ++i) {
      const double n0 = -edges[i][v] * inwards, n1 = edges[i][u] * inwards;
      edge_[axis][i] = {n0, n1, -(n0 * corner_[i][u] + n1 * corner_[i][v])};
    }
  }
}

bool TriangleTest::misses_bounds(const Box& box) const {
  for (int i = 0; i < 3; ++i) {
    const double a = corner_[0][i], b = corner_[1][i], c = corner_[2][i];
    if (a < box.min[i] && b < box.min[i] && c < box.min[i]) return true;
    if (a > box.max[i] && b > box.max[i] && c > box.max[i]) return true;
  }
  return false;
}

// The two corners of the box that are farthest along the normal decide.
bool TriangleTest::misses_plane(const Box& box, const Vec3& side) const {
  Vec3 far;
  for (int i = 0; i < 3; ++i) far[i] = normal_[i] > 0 ? side[i] : 0;
  const double base = dot(normal_, box.min);
  return (base + dot(normal_, far - corner_[0])) * (base + dot(normal_, side - far - corner_[0])) > 0;
}

bool TriangleTest::meets(const Box& box) const {
  if (misses_bounds(box)) return false;
  const Vec3 side = box.max - box.min;
  if (misses_plane(box, side)) return false;
  for (int axis = 0; axis < 3; ++axis) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (const EdgeFunction& e : edge_[axis]) {
      const double d = e.offset + std::max(0.0, side[u] * e.n0) + std::max(0.0, side[v] * e.n1);
      if (e.n0 * box.min[u] + e.n1 * box.min[v] + d < 0) return false;
    }
  }
  return true;
}

}  // namespace corten
