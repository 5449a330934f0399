// Nodes of the finite elements of an interpolated flex, and their rotations (corotation: cell_force.cc).
//
// Polar decomposition by rotations, after Mueller, Bender, Chentanez, Macklin, A Robust Method to Extract the
// Rotational Part of Deformations, 2016: with the columns r_i of R and a_i of A, R is turned by
//   w = sum r_i x a_i / |sum r_i . a_i|
// until w vanishes. It needs no determinant and survives inverted elements.
#include "flex/cells/cell.h"

#include <cmath>

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

// MuJoCo: the steps shrink by a constant factor, so that where they end shows in the forces.
constexpr double kLastStep = 1e-9;
constexpr int kMaxSteps = 500;

// Rotation by the vector w of squared length `square`. Nearly all steps are so small that cos(|w|/2) and sin(|w|/2)/|w|
// are short power series in the square: no root, no division, no waiting for them.
Quat turn_by(const Vec3& w, double square) {
  constexpr double kSmall = 1e-3;  // what the series leave out is below 1e-18
  double cosine, ratio;
  if (square < kSmall) {
    const double x = 0.25 * square;
    cosine = 1 - x * (1.0 / 2 - x * (1.0 / 24 - x * (1.0 / 720)));
    ratio = 0.5 - x * (1.0 / 12 - x * (1.0 / 240 - x * (1.0 / 10080)));
  } else {
    const double angle = std::sqrt(square);
    cosine = std::cos(0.5 * angle);
    ratio = std::sin(0.5 * angle) / angle;
  }
  return {cosine, w.x * ratio, w.y * ratio, w.z * ratio};
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

Quat polar_rotation(const Mat3& a) {
  const Vec3 ax = col(a, 0), ay = col(a, 1), az = col(a, 2);
  Quat q;
  for (int step = 0; step < kMaxSteps; ++step) {
    const Mat3 r = to_mat(q);
    const Vec3 rx = col(r, 0), ry = col(r, 1), rz = col(r, 2);
    const double trace = dot(rx, ax) + dot(ry, ay) + dot(rz, az);
    const Vec3 w = (cross(rx, ax) + cross(ry, ay) + cross(rz, az)) * (1 / (std::abs(trace) + kMinVal));
    const double square = dot(w, w);
    if (square < kLastStep * kLastStep) break;
    q = turn_by(w, square) * q;
    normalize(q);
  }
  return q;
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
