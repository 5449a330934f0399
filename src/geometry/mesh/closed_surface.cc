// The outer boundary of a solid: closed, consistent, without cavities.
//
//   V = 1/6 sum over triangles (a - o) . ((b - o) x (c - o))   o: any point; the first vertex, to keep numbers small
//
// A surface is closed if each edge is run through equally often in both directions. This holds for the sum of several
// closed surfaces too, touching or not, and is all that the formula needs.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "geometry/mesh/decompose.h"
#include "math/vec3.h"

namespace corten {

namespace {

Vec3 vertex(std::span<const float> vertices, int i) {
  return {vertices[3 * i], vertices[3 * i + 1], vertices[3 * i + 2]};
}

double pyramid(const Vec3& a, const Vec3& b, const Vec3& c) { return dot(a, cross(b, c)) / 6; }

// The lowest vertex at the same place, for each vertex.
std::vector<int> joined_vertices(std::span<const float> vertices) {
  std::vector<int> order(vertices.size() / 3), joined(vertices.size() / 3);
  std::iota(order.begin(), order.end(), 0);
  const auto place = [&](int i) { return std::array{vertices[3 * i], vertices[3 * i + 1], vertices[3 * i + 2]}; };
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return place(a) < place(b); });
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool same = i > 0 && place(order[i]) == place(order[i - 1]);
    joined[order[i]] = same ? joined[order[i - 1]] : order[i];
  }
  return joined;
}

bool is_closed(std::span<const Triangle3> triangles) {
  struct Edge {
    int low, high, direction;
  };
  std::vector<Edge> edges;
  for (const Triangle3& t : triangles) {
    for (int k = 0; k < 3; ++k) {
      const int a = t[k], b = t[(k + 1) % 3];
      edges.push_back({std::min(a, b), std::max(a, b), a < b ? 1 : -1});
    }
  }
  const auto same = [](const Edge& a, const Edge& b) { return a.low == b.low && a.high == b.high; };
  std::sort(edges.begin(), edges.end(),
            [](const Edge& a, const Edge& b) { return a.low != b.low ? a.low < b.low : a.high < b.high; });
  for (std::size_t i = 0, end = 0; i < edges.size(); i = end) {
    int balance = 0;
    for (end = i; end < edges.size() && same(edges[i], edges[end]); ++end) balance += edges[end].direction;
    if (balance != 0) return false;
  }
  return true;
}

// A representative vertex of the connected piece of each vertex.
class Pieces {
 public:
  Pieces(int vertices, std::span<const Triangle3> triangles) : parent_(vertices) {
    std::iota(parent_.begin(), parent_.end(), 0);
    for (const Triangle3& t : triangles) {
      parent_[find(t[1])] = find(t[0]);
      parent_[find(t[2])] = find(t[0]);
    }
  }

  int find(int v) {
    while (parent_[v] != v) v = parent_[v] = parent_[parent_[v]];
    return v;
  }

 private:
  std::vector<int> parent_;
};

}  // namespace

double signed_volume(std::span<const Vec3> points, std::span<const Triangle3> triangles) {
  double volume = 0;
  for (const Triangle3& t : triangles) {
    const Vec3& origin = points[triangles[0][0]];
    volume += pyramid(points[t[0]] - origin, points[t[1]] - origin, points[t[2]] - origin);
  }
  return volume;
}

double signed_volume(std::span<const float> vertices, std::span<const int> faces) {
  double volume = 0;
  for (std::size_t i = 0; i + 2 < faces.size(); i += 3) {
    const Vec3 origin = vertex(vertices, faces[0]);
    volume += pyramid(vertex(vertices, faces[i]) - origin, vertex(vertices, faces[i + 1]) - origin,
                      vertex(vertices, faces[i + 2]) - origin);
  }
  return volume;
}

std::optional<ClosedSurface> closed_surface(std::span<const float> vertices, std::span<const int> faces) {
  ClosedSurface surface;
  const std::vector<int> joined = joined_vertices(vertices);
  for (std::size_t i = 0; i + 2 < faces.size(); i += 3) {
    const Triangle3 t{joined[faces[i]], joined[faces[i + 1]], joined[faces[i + 2]]};
    if (t[0] != t[1] && t[1] != t[2] && t[2] != t[0]) surface.triangles.push_back(t);
  }
  if (!is_closed(surface.triangles)) return std::nullopt;

  for (std::size_t i = 0; i < vertices.size() / 3; ++i) surface.points.push_back(vertex(vertices, static_cast<int>(i)));
  Pieces pieces(static_cast<int>(surface.points.size()), surface.triangles);
  std::vector<double> volume(surface.points.size());
  for (const Triangle3& t : surface.triangles) {
    const int piece = pieces.find(t[0]);
    const Vec3& origin = surface.points[piece];
    volume[piece] +=
        pyramid(surface.points[t[0]] - origin, surface.points[t[1]] - origin, surface.points[t[2]] - origin);
  }
  std::erase_if(surface.triangles, [&](const Triangle3& t) { return !(volume[pieces.find(t[0])] > 0); });
  for (const double v : volume) surface.volume += std::max(v, 0.0);
  if (surface.triangles.empty()) return std::nullopt;
  return surface;
}

double hull_ratio(std::span<const float> vertices, std::span<const int> faces, std::span<const int> hull,
                  double limit) {
  // Faces back to back, a sheet drawn from both sides, are closed but no solid.
  constexpr double kSheet = 1e-3;
  // A mirroring scale leaves the triangles of the hull looking inwards, those of the mesh not.
  const double whole = std::abs(signed_volume(vertices, hull)), rough = signed_volume(vertices, faces);
  if (!(whole > 0)) return 0;
  if (whole <= limit * rough) return whole / rough;  // leaving out cavities can only bring it closer to 1
  const std::optional<ClosedSurface> surface = closed_surface(vertices, faces);
  return surface && surface->volume > kSheet * whole ? whole / surface->volume : 0;
}

}  // namespace corten
