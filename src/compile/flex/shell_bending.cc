// Bending of the shell of an interpolation grid.
//
// Faces that meet in an edge have unit normals n_A and n_B in its middle. The energy is 1/2 k |n_A - n_B - d|^2 with d
// the difference at rest, k = D l / h, D = E t^3 / (12 (1 - nu^2)) the rigidity of a plate of thickness t, l the length
// of the edge and h the width of the faces across it, both averaged over the two.
#include <algorithm>
#include <cmath>

#include "compile/flex/flex_parts.h"
#include "spec/orientation.h"

namespace corten {

namespace {

constexpr int kEdgeNumbers = 10;

// A face on the low (0) or high (1) side of the box along `axis`; slow and fast count along the next two axes.
struct Face {
  int axis = 0, high = 0, slow = 0, fast = 0;
  int slow_axis() const { return (axis + 1) % 3; }
  int fast_axis() const { return (axis + 2) % 3; }
};

int faces_along(const FlexGrid& grid, int axis) { return grid.cells[(axis + 1) % 3] * grid.cells[(axis + 2) % 3]; }

int index_of(const FlexGrid& grid, const Face& face) {
  int before = face.high * faces_along(grid, face.axis);
  for (int axis = 0; axis < face.axis; ++axis) before += 2 * faces_along(grid, axis);
  return before + face.slow * grid.cells[face.fast_axis()] + face.fast;
}

// A point of a face in the middle of one of its edges.
struct Place {
  Face face;
  double at[2] = {0.5, 0.5};
};

struct Edge {
  Place a, b;
};

// The edge that bounds a face along its slow (direction 0) or fast axis, below or above. The other face is the next on
// the same side of the box, or the one round the corner.
Edge edge_of(const FlexGrid& grid, const Face& face, int direction, bool above) {
  Edge edge;
  edge.a.face = face;
  edge.a.at[direction] = above ? 1 : 0;
  const int axis = direction == 0 ? face.slow_axis() : face.fast_axis();
  Face next = face;
  int& along = direction == 0 ? next.slow : next.fast;
  along += above ? 1 : -1;
  if (along >= 0 && along < grid.cells[axis]) {
    edge.b.face = next;
    edge.b.at[direction] = above ? 0 : 1;
    return edge;
  }
  const int last = face.high ? grid.cells[face.axis] - 1 : 0;
  const int running = direction == 0 ? face.fast : face.slow;
  edge.b.face = {axis, above, direction == 0 ? running : last, direction == 0 ? last : running};
  edge.b.at[1 - direction] = face.high ? 1 : 0;
  return edge;
}

// Each edge once, from the face with the smaller index.
std::vector<Edge> shell_edges(const FlexGrid& grid) {
  std::vector<Edge> edges;
  const auto add_edges = [&](const Face& face) {
    for (const int direction : {0, 1}) {
      for (const bool above : {false, true}) {
        const Edge edge = edge_of(grid, face, direction, above);
        if (index_of(grid, face) < index_of(grid, edge.b.face)) edges.push_back(edge);
      }
    }
  };
  for (Face face; face.axis < 3; ++face.axis) {
    for (face.high = 0; face.high < 2; ++face.high) {
      for (face.slow = 0; face.slow < grid.cells[face.slow_axis()]; ++face.slow) {
        for (face.fast = 0; face.fast < grid.cells[face.fast_axis()]; ++face.fast) add_edges(face);
      }
    }
  }
  return edges;
}

// MuJoCo: what is shorter than 1e-7 has no length.
double length(const Vec3& v) {
  const double square = dot(v, v);
  return square < 1e-14 ? 0 : std::sqrt(square);
}

Tangents tangents_at(const FlexGrid& grid, std::span<const Vec3> nodes, const Place& place) {
  const CellNodes cell = cell_nodes(grid, index_of(grid, place.face));
  Vec3 corners[kMaxCellNodes];
  for (int k = 0; k < cell.count; ++k) corners[k] = nodes[static_cast<std::size_t>(cell.node[k])];
  return face_tangents(grid.order, corners, place.at[0], place.at[1]);
}

void write_edge(const FlexGrid& grid, std::span<const Vec3> nodes, const Edge& edge, double rigidity, double* out) {
  const Tangents a = tangents_at(grid, nodes, edge.a), b = tangents_at(grid, nodes, edge.b);
  Vec3 normal_a = cross(a.s, a.t), normal_b = cross(b.s, b.t);
  if (!unit_vector(normal_a) || !unit_vector(normal_b)) return;
  const auto runs_slow = [](const Place& place) { return place.at[0] == 0.5; };
  const auto along = [&](const Place& p, const Tangents& t) { return length(runs_slow(p) ? t.s : t.t); };
  const auto across = [&](const Place& p, const Tangents& t) { return length(runs_slow(p) ? t.t : t.s); };
  const double width = (across(edge.a, a) + across(edge.b, b)) / 2;
  const double edge_length = (along(edge.a, a) + along(edge.b, b)) / 2;
  const Vec3 jump = normal_a - normal_b;
  *out++ = index_of(grid, edge.a.face);
  *out++ = index_of(grid, edge.b.face);
  for (const double at : {edge.a.at[0], edge.a.at[1], edge.b.at[0], edge.b.at[1]}) *out++ = at;
  *out++ = rigidity * edge_length / std::max(width, 1e-12);
  for (int k = 0; k < 3; ++k) *out++ = jump[k];
}

}  // namespace

std::vector<double> shell_bending(const FlexGrid& grid, std::span<const Vec3> nodes, const Elasticity& material) {
  const double t = material.thickness, nu = material.poisson;
  const double rigidity = material.young * t * t * t / (12.0 * (1.0 - nu * nu));
  const std::vector<Edge> edges = shell_edges(grid);
  std::vector<double> bending(1 + edges.size() * kEdgeNumbers, 0.0);
  bending[0] = static_cast<double>(edges.size());
  for (std::size_t e = 0; e < edges.size(); ++e) {
    write_edge(grid, nodes, edges[e], rigidity, bending.data() + 1 + e * kEdgeNumbers);
  }
  return bending;
}

}  // namespace corten
