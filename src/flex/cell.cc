// Nodes and rotations of the finite elements of an interpolated flex.
#include "flex/cell.h"

#include "flex/polar.h"
#include "math/vec3.h"

namespace corten {

namespace {

// F at the middle of a cell, column after column: the sum of node position times gradient of its weight.
template <int kOrder>
Mat3 middle_gradient(const Vec3* position) {
  constexpr double kMiddle = 0.5;
  Vec3 column[3];
  for (int i = 0; i <= kOrder; ++i) {
    for (int j = 0; j <= kOrder; ++j) {
      for (int k = 0; k <= kOrder; ++k, ++position) {
        const double x = flex_basis(kMiddle, i, kOrder), dx = flex_basis_slope(kMiddle, i, kOrder);
        const double y = flex_basis(kMiddle, j, kOrder), dy = flex_basis_slope(kMiddle, j, kOrder);
        const double z = flex_basis(kMiddle, k, kOrder), dz = flex_basis_slope(kMiddle, k, kOrder);
        column[0] += *position * (dx * y * z);
        column[1] += *position * (x * dy * z);
        column[2] += *position * (x * y * dz);
      }
    }
  }
  return from_columns(column[0], column[1], column[2]);
}

CellNodes volume_nodes(const FlexGrid& grid, int cell) {
  const int k = cell % grid.cells[2], j = cell / grid.cells[2] % grid.cells[1];
  const int i = cell / grid.cells[2] / grid.cells[1], p = grid.order;
  CellNodes nodes;
  for (int x = 0; x <= p; ++x) {
    for (int y = 0; y <= p; ++y) {
      for (int z = 0; z <= p; ++z) nodes.node[nodes.count++] = grid.node(i * p + x, j * p + y, k * p + z);
    }
  }
  return nodes;
}

CellNodes face_nodes(const FlexGrid& grid, int face) {
  int side = 0, slow = 1, fast = 2;
  for (;; ++side) {
    slow = (side / 2 + 1) % 3, fast = (side / 2 + 2) % 3;
    const int size = grid.cells[slow] * grid.cells[fast];
    if (face < size || side == 5) break;
    face -= size;
  }
  CellNodes nodes;
  nodes.normal = side / 2;
  int at[3];
  at[nodes.normal] = side % 2 == 0 ? 0 : grid.nodes[nodes.normal] - 1;
  for (int s = 0; s <= grid.order; ++s) {
    for (int t = 0; t <= grid.order; ++t) {
      at[slow] = face / grid.cells[fast] * grid.order + s;
      at[fast] = face % grid.cells[fast] * grid.order + t;
      nodes.node[nodes.count++] = grid.node(at[0], at[1], at[2]);
    }
  }
  return nodes;
}

}  // namespace

int cell_count(const FlexGrid& grid) {
  const auto [x, y, z] = grid.cells;
  return grid.shell ? 2 * (y * z + x * z + x * y) : x * y * z;
}

CellNodes cell_nodes(const FlexGrid& grid, int cell) {
  return grid.shell ? face_nodes(grid, cell) : volume_nodes(grid, cell);
}

Tangents face_tangents(int order, const Vec3* position, double s, double t) {
  Tangents sum;
  for (int i = 0; i <= order; ++i) {
    for (int j = 0; j <= order; ++j, ++position) {
      sum.s += *position * (flex_basis_slope(s, i, order) * flex_basis(t, j, order));
      sum.t += *position * (flex_basis(s, i, order) * flex_basis_slope(t, j, order));
    }
  }
  return sum;
}

Quat cell_rotation(int order, const CellNodes& cell, const Vec3* position) {
  if (cell.normal < 0) return polar_rotation(order == 1 ? middle_gradient<1>(position) : middle_gradient<2>(position));
  const Tangents tangents = face_tangents(order, position, 0.5, 0.5);
  Vec3 column[3];
  column[(cell.normal + 1) % 3] = tangents.s;
  column[(cell.normal + 2) % 3] = tangents.t;
  column[cell.normal] = cross(tangents.s, tangents.t);
  return polar_rotation(from_columns(column[0], column[1], column[2]));
}

Quat cell_rotation(const FlexGrid& grid, const CellNodes& cell, std::span<const Vec3> position) {
  Vec3 x[kMaxCellNodes];
  for (int n = 0; n < cell.count; ++n) store(x[n], position[static_cast<std::size_t>(cell.node[n])]);
  return cell_rotation(grid.order, cell, x);
}

}  // namespace corten
