// Sides of a convex hull: its triangles with nearly the same normal, merged into polygons.
//
// Triangles are grouped by their normal's azimuth and polar angle, both rounded to multiples of 0.01. A group
// keeps the edges that belong to only one of its triangles: its outline. If the outline has several connected
// parts, each becomes a polygon.
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>
#include <utility>

#include "geometry/mesh/hull.h"
#include "math/vec3.h"

namespace corten {

namespace {

constexpr double kAngleStep = 0.01;

using PlaneKey = std::pair<double, double>;  // azimuth and polar angle in steps

// Empty for a triangle without area.
std::optional<PlaneKey> normal_key(const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 n = cross(b - a, c - a);
  const double length = norm(n);
  if (!(length >= kMinVal)) return {};
  const double x = n.x / length + 0.0, y = n.y / length + 0.0, z = n.z / length;  // + 0.0 turns -0 into 0
  // Near the poles the azimuth means nothing.
  if (std::abs(z) > 1 - 1e-7) return PlaneKey{0, z < 0 ? std::round(std::numbers::pi / kAngleStep) : 0};
  return PlaneKey{std::round(std::atan2(y, x) / kAngleStep), std::round(std::acos(z) / kAngleStep)};
}

// Outline of a group of triangles; each edge knows its connected part, numbered from 0.
class Outline {
 public:
  void insert(const int* face) {
    int part = -1;
    bool fresh[3];
    for (int i = 0; i < 3; ++i) fresh[i] = !remove_edge(face[(i + 1) % 3], face[i], part);
    if (part < 0) part = part_count_++;
    for (int i = 0; i < 3; ++i) {
      if (fresh[i]) edges_.push_back({face[i], face[(i + 1) % 3], part});
    }
  }

  // Appends the closed paths along the outline's parts.
  void append_paths(std::vector<std::vector<int>>& paths) const {
    if (edges_.size() == 3) {
      paths.push_back({edges_[0].from, edges_[1].from, edges_[2].from});
      return;
    }
    for (int part = 0; part < part_count_; ++part) {
      std::vector<int> path = trace(part);
      if (path.size() >= 3) paths.push_back(std::move(path));
    }
  }

 private:
  struct Edge {
    int from, to, part;
  };

  // Removes the edge if the outline contains it and merges its part with `part`.
  bool remove_edge(int from, int to, int& part) {
    const auto edge =
        std::find_if(edges_.begin(), edges_.end(), [=](const Edge& e) { return e.from == from && e.to == to; });
    if (edge == edges_.end()) return false;
    const int other = edge->part;
    if (part < 0) {
      part = other;
    } else if (other != part) {
      merge_parts(part, other);
    }
    // merge_parts renumbers but does not move edges.
    edges_.erase(edge);
    return true;
  }

  void merge_parts(int& part, int other) {
    const int keep = std::min(part, other), drop = std::max(part, other);
    for (Edge& edge : edges_) {
      if (edge.part == drop) {
        edge.part = keep;
      } else if (edge.part > drop) {
        --edge.part;
      }
    }
    part = keep;
    --part_count_;
  }

  // Follows the edges of a part until they close; empty if they do not.
  // MuJoCo: the search for the next edge never takes the outline's first edge, which can only be a starting edge.
  std::vector<int> trace(int part) const {
    const auto start = std::find_if(edges_.begin(), edges_.end(), [=](const Edge& e) { return e.part == part; });
    if (start == edges_.end()) return {};
    std::vector<int> path = {start->from, start->to};
    for (std::size_t step = 0; step < edges_.size(); ++step) {
      const int last = path.back();
      const auto next = std::find_if(edges_.begin() + 1, edges_.end(),
                                     [=](const Edge& e) { return e.part == part && e.from == last; });
      if (next == edges_.end()) return {};
      if (next->to == path[0]) return path;
      path.push_back(next->to);
    }
    return {};
  }

  std::vector<Edge> edges_;
  int part_count_ = 0;
};

}  // namespace

HullPolygons hull_polygons(std::span<const Vec3> vertices, std::span<const int> faces) {
  std::map<PlaneKey, std::size_t> group_of_key;
  std::vector<Outline> groups;
  HashOrder order;
  for (std::size_t f = 0; f + 2 < faces.size(); f += 3) {
    const auto key = normal_key(vertices[faces[f]], vertices[faces[f + 1]], vertices[faces[f + 2]]);
    if (!key) continue;
    const auto [entry, inserted] = group_of_key.try_emplace(*key, groups.size());
    if (inserted) {
      groups.emplace_back();
      order.insert(hash_of(key->first) ^ hash_of(key->second));
    }
    groups[entry->second].insert(&faces[f]);
  }

  HullPolygons polygons;
  for (const int group : order.iterate()) groups[group].append_paths(polygons.vertices);
  polygons.map.resize(vertices.size());
  for (std::size_t i = 0; i < polygons.vertices.size(); ++i) {
    for (const int vertex : polygons.vertices[i]) polygons.map[vertex].push_back(static_cast<int>(i));
  }
  return polygons;
}

std::vector<Vec3> polygon_normals(std::span<const Vec3> vertices, const std::vector<std::vector<int>>& polygons) {
  constexpr double kMinLength = 1e-14;
  std::vector<Vec3> normals;
  for (const std::vector<int>& polygon : polygons) {
    const Vec3& a = vertices[polygon[0]];
    const Vec3 n = cross(vertices[polygon[1]] - a, vertices[polygon[2]] - a);
    const double length = norm(n);
    normals.push_back(length < kMinLength ? Vec3{1, 0, 0} : Vec3{n.x / length, n.y / length, n.z / length});
  }
  return normals;
}

}  // namespace corten
