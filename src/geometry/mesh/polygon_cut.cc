// Cutting a polygon into triangles.
//
// The polygon is projected along the axis closest to its normal. An ear is a corner with its two neighbours whose
// triangle is on the polygon's side and contains no other corner; it becomes a triangle and the corner is removed. The
// next search starts at the same place.
// MuJoCo: which ears are clipped follows from the arithmetic of its OBJ reader (tinyobjloader of 2020), which is single
// precision; a different choice would change the surface and the inertia of a mesh with bent quads.
#include <cmath>
#include <limits>

#include "geometry/mesh/mesh.h"

namespace corten {

namespace {

struct Point {
  float x, y;
};

// The two coordinates that remain when the polygon is projected, decided by the first corner that is not straight.
std::array<int, 2> projection_axes(std::span<const std::array<float, 3>> corners) {
  constexpr float kEpsilon = std::numeric_limits<float>::epsilon();
  const std::size_t n = corners.size();
  for (std::size_t k = 0; k < n; ++k) {
    const auto &a = corners[k], &b = corners[(k + 1) % n], &c = corners[(k + 2) % n];
    float u[3], v[3];
    for (int i = 0; i < 3; ++i) {
      u[i] = b[i] - a[i];
      v[i] = c[i] - b[i];
    }
    const float x = std::abs(u[1] * v[2] - u[2] * v[1]);
    const float y = std::abs(u[2] * v[0] - u[0] * v[2]);
    const float z = std::abs(u[0] * v[1] - u[1] * v[0]);
    if (!(x > kEpsilon || y > kEpsilon || z > kEpsilon)) continue;
    if (x > y && x > z) return {1, 2};
    if (z > x && z > y) return {0, 1};
    return {0, 2};
  }
  return {1, 2};
}

float signed_area(const std::vector<Point>& points) {
  float area = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Point a = points[i], b = points[(i + 1) % points.size()];
    area += (a.x * b.y - a.y * b.x) * 0.5f;
  }
  return area;
}

// Even-odd rule: a ray from p to the right crosses an odd number of sides.
bool inside(const std::array<Point, 3>& triangle, Point p) {
  bool odd = false;
  for (int i = 0, j = 2; i < 3; j = i++) {
    const Point a = triangle[i], b = triangle[j];
    if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x) odd = !odd;
  }
  return odd;
}

// Is the corner after `first` an ear of the polygon made of the corners `rest`?
bool is_ear(const std::vector<Point>& points, const std::vector<int>& rest, std::size_t first, float area) {
  const std::size_t n = rest.size();
  std::array<Point, 3> t;
  for (std::size_t k = 0; k < 3; ++k) t[k] = points[rest[(first + k) % n]];
  const float turn = (t[1].x - t[0].x) * (t[2].y - t[1].y) - (t[1].y - t[0].y) * (t[2].x - t[1].x);
  if (turn * area < 0) return false;
  for (std::size_t k = 3; k < n; ++k) {
    if (inside(t, points[rest[(first + k) % n]])) return false;
  }
  return true;
}

}  // namespace

std::vector<int> cut_polygon(std::span<const std::array<float, 3>> corners) {
  const auto [x, y] = projection_axes(corners);
  std::vector<Point> points;
  std::vector<int> rest;
  for (const auto& corner : corners) {
    rest.push_back(static_cast<int>(points.size()));
    points.push_back({corner[x], corner[y]});
  }
  const float area = signed_area(points);

  std::vector<int> triangles;
  std::size_t first = 0, failures = 0;
  while (rest.size() > 3) {
    const std::size_t n = rest.size();
    if (first >= n) first -= n;
    if (!is_ear(points, rest, first, area)) {
      if (++failures == n) return triangles;  // once around without an ear
      ++first;
      continue;
    }
    failures = 0;
    for (std::size_t k = 0; k < 3; ++k) triangles.push_back(rest[(first + k) % n]);
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>((first + 1) % n));
  }
  if (rest.size() == 3) triangles.insert(triangles.end(), rest.begin(), rest.end());
  return triangles;
}

}  // namespace corten
