// Marching cubes: the distance is sampled on a grid; where it changes its sign along an edge of the grid lies a vertex,
// by linear interpolation, and the vertices of a cell are joined to polygons around the corners that are inside.
//
// Corner k of a cell is on the upper side of axis i if bit i of k is set. Edge 4 i + j runs along axis i; j tells the
// sides of the other two axes in the same way.
#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

#include "geometry/sdf/shapes.h"
#include "math/vec3.h"

namespace corten {

namespace {

constexpr double kSamples = 300;  // of the three axes together

int edge_between(int corner1, int corner2) {
  const int difference = corner1 ^ corner2, low = corner1 & corner2;
  if (difference == 1) return low >> 1;
  if (difference == 2) return 4 + ((low & 1) | (low >> 1 & 2));
  return 8 + (low & 3);
}

// The polygons of one cell, each as the edges on which its corners lie.
using CellPolygons = std::vector<std::vector<int>>;

// Going around a face of the cell, seen from outside, each run of inside corners is entered through one edge and left
// through another; from the first to the second runs a side of a polygon. Every edge is entered on one of its faces and
// left on the other, so the sides close up. Faces that touch agree, since the rule knows only their corners.
CellPolygons polygons_of(int inside) {
  std::array<int, 12> next;
  next.fill(-1);
  const auto is_inside = [inside](int corner) { return (inside >> corner & 1) != 0; };
  for (int face = 0; face < 6; ++face) {
    const int axis = face / 2, upper = face % 2;
    const int u = 1 << (axis + 1) % 3, v = 1 << (axis + 2) % 3, base = upper << axis;
    const int around[4] = {base, base | (upper ? u : v), base | u | v, base | (upper ? v : u)};
    for (int k = 0; k < 4; ++k) {
      if (is_inside(around[k]) || !is_inside(around[(k + 1) % 4])) continue;
      int last = k + 1;
      while (is_inside(around[(last + 1) % 4])) ++last;
      next[edge_between(around[k], around[(k + 1) % 4])] = edge_between(around[last % 4], around[(last + 1) % 4]);
    }
  }
  CellPolygons out;
  for (int start = 0; start < 12; ++start) {
    if (next[start] < 0) continue;
    std::vector<int>& loop = out.emplace_back();
    for (int edge = start; next[edge] >= 0;) {
      loop.push_back(edge);
      edge = std::exchange(next[edge], -1);
    }
  }
  return out;
}

std::array<CellPolygons, 256> all_polygons() {
  std::array<CellPolygons, 256> table;
  for (int inside = 0; inside < 256; ++inside) table[inside] = polygons_of(inside);
  return table;
}

class Grid {
 public:
  explicit Grid(const SdfShape& shape) : bounds_(shape.bounds()) {
    const double total = bounds_.half.x + bounds_.half.y + bounds_.half.z;
    for (int i = 0; i < 3; ++i) {
      if (!(bounds_.half[i] > 0) || !std::isfinite(total) || !std::isfinite(bounds_.center[i])) {
        throw std::runtime_error("the bounds of the shape must be positive and finite");
      }
      count_[i] = static_cast<int>(std::floor(kSamples / total * bounds_.half[i])) + 1;
      if (count_[i] < 2) throw std::runtime_error("the shape is too thin for its size");
    }
    sample(shape);
  }

  int count(int axis) const { return count_[axis]; }
  std::size_t index(int x, int y, int z) const { return (static_cast<std::size_t>(z) * count_[1] + y) * count_[0] + x; }
  // MuJoCo: in single precision.
  float value(int x, int y, int z) const { return value_[index(x, y, z)]; }
  // Place of a point given in steps of the grid.
  double place(int axis, double steps) const {
    return 2 * bounds_.half[axis] * steps / (count_[axis] - 1) + bounds_.center[axis] - bounds_.half[axis];
  }

 private:
  double sample_place(int axis, int i) const {
    return bounds_.center[axis] - bounds_.half[axis] + 2 * bounds_.half[axis] * i / (count_[axis] - 1);
  }
  void sample(const SdfShape& shape) {
    value_.resize(static_cast<std::size_t>(count_[0]) * count_[1] * count_[2]);
    for (int z = 0; z < count_[2]; ++z) {
      for (int y = 0; y < count_[1]; ++y) {
        for (int x = 0; x < count_[0]; ++x) {
          const double d = shape.distance({sample_place(0, x), sample_place(1, y), sample_place(2, z)});
          value_[index(x, y, z)] = std::isnan(d) ? 1 : static_cast<float>(d);
        }
      }
    }
  }

  SdfShape::Bounds bounds_;
  int count_[3];
  std::vector<float> value_;
};

class Mesher {
 public:
  explicit Mesher(const Grid& grid)
      : grid_(grid), vertex_(3 * grid.index(0, 0, grid.count(2)), -1), polygons_(all_polygons()) {}

  // Vertices are numbered in the order in which the cells meet them.
  TriangleMesh make() {
    for (int z = 0; z + 1 < grid_.count(2); ++z) {
      for (int y = 0; y + 1 < grid_.count(1); ++y) {
        for (int x = 0; x + 1 < grid_.count(0); ++x) add_cell({x, y, z});
      }
    }
    return std::move(mesh_);
  }

 private:
  using Place = std::array<int, 3>;

  static Place corner(Place cell, int k) { return {cell[0] + (k & 1), cell[1] + (k >> 1 & 1), cell[2] + (k >> 2)}; }
  float value(const Place& p) const { return grid_.value(p[0], p[1], p[2]); }

  void add_cell(const Place& cell) {
    int inside = 0;
    for (int k = 0; k < 8; ++k) inside |= (value(corner(cell, k)) < 0 ? 1 : 0) << k;
    if (inside == 0 || inside == 255) return;
    int vertex[12];
    for (int edge = 0; edge < 12; ++edge) vertex[edge] = vertex_on(cell, edge);
    for (const std::vector<int>& loop : polygons_[inside]) {
      for (std::size_t k = 2; k < loop.size(); ++k) {
        mesh_.faces.insert(mesh_.faces.end(), {vertex[loop[0]], vertex[loop[k - 1]], vertex[loop[k]]});
      }
    }
  }

  // The vertex on an edge of a cell, -1 if the sign does not change there.
  int vertex_on(Place cell, int edge) {
    const int axis = edge / 4, u = axis == 0 ? 1 : 0, v = axis == 2 ? 1 : 2;
    cell[u] += edge & 1;
    cell[v] += edge >> 1 & 1;
    Place other = cell;
    ++other[axis];
    const float a = value(cell), b = value(other);
    if ((a < 0) == (b < 0)) return -1;
    int& known = vertex_[3 * grid_.index(cell[0], cell[1], cell[2]) + axis];
    if (known >= 0) return known;
    known = static_cast<int>(mesh_.vertices.size() / 3);
    for (int i = 0; i < 3; ++i) {
      float steps = static_cast<float>(cell[i]);
      if (i == axis) steps += a / (a - b);
      mesh_.vertices.push_back(static_cast<float>(grid_.place(i, steps)));
    }
    return known;
  }

  const Grid& grid_;
  std::vector<int> vertex_;  // by edge of the grid, -1: none yet
  std::array<CellPolygons, 256> polygons_;
  TriangleMesh mesh_;
};

}  // namespace

TriangleMesh make_sdf_mesh(const SdfShape& shape) {
  const Grid grid(shape);
  TriangleMesh mesh = Mesher(grid).make();
  if (mesh.faces.empty()) throw std::runtime_error("the shape has no surface within its bounds");
  return mesh;
}

}  // namespace corten
