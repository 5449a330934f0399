// Interpolated flexes: vertices are weighted sums of the nodes of a grid.
//
// The grid has cells[0] x cells[1] x cells[2] cells over the unit cube; a vertex has fixed coordinates flex_vert0 in
// it. With order p a cell has (p + 1)^3 nodes, shared with its neighbours; node (i, j, k) of the grid is number (i n1 +
// j) n2 + k of the flex. Along each axis, with s from 0 to 1 inside the cell,
//   p = 1   1 - s, s
//   p = 2   (1 - s)(1 - 2 s), 4 s (1 - s), s (2 s - 1)
// and a node's weight is the product over the axes. In a shell only the nodes on the surface of the grid are bodies;
// those inside follow them by transfinite interpolation: faces - edges + corners.
#pragma once

#include <algorithm>
#include <span>

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

inline constexpr int kMaxCellNodes = 27;
// Bodies that move a point: in a shell each node inside is spread over 26 on the surface.
inline constexpr int kMaxPointBodies = kMaxCellNodes * 26;

// Value and slope of the basis function of node i along one axis.
constexpr double flex_basis(double s, int i, int order) {
  if (order == 1) return i == 0 ? 1 - s : s;
  return i == 0 ? 2 * s * s - 3 * s + 1 : i == 1 ? 4 * (s - s * s) : 2 * s * s - s;
}
constexpr double flex_basis_slope(double s, int i, int order) {
  if (order == 1) return i == 0 ? -1 : 1;
  return i == 0 ? 4 * s - 3 : i == 1 ? 4 * (1 - 2 * s) : 4 * s - 1;
}

// The grid of an interpolated flex.
struct FlexGrid {
  int order = 1;
  bool shell = false;
  int cells[3] = {1, 1, 1};
  int nodes[3] = {2, 2, 2};

  constexpr int node(int i, int j, int k) const { return (i * nodes[1] + j) * nodes[2] + k; }
  constexpr int node_count() const { return nodes[0] * nodes[1] * nodes[2]; }
  constexpr bool is_inside(int i, int j, int k) const {
    return i > 0 && i < nodes[0] - 1 && j > 0 && j < nodes[1] - 1 && k > 0 && k < nodes[2] - 1;
  }
};
FlexGrid flex_grid(const Model& m, int flex);

// A point of the grid: the cell that holds it and the coordinates inside that cell.
struct GridPoint {
  int cell[3];
  double local[3];
};
inline GridPoint find_cell(const FlexGrid& grid, const Vec3& coordinates) {
  GridPoint point;
  for (int a = 0; a < 3; ++a) {
    const double x = coordinates[a] * grid.cells[a];
    point.cell[a] = static_cast<int>(std::clamp(x, 0.0, grid.cells[a] - 1.0));
    point.local[a] = std::clamp(x - point.cell[a], 0.0, 1.0);
  }
  return point;
}
// Nodes of its cell with their weights, in the order of the grid; returns how many.
int cell_weights(const FlexGrid& grid, const GridPoint& point, int node[kMaxCellNodes], double weight[kMaxCellNodes]);

// Positions of the nodes of an interpolated flex, those inside a shell included; needs kinematics.
void gather_node_positions(const Model& m, const Data& d, int flex, std::span<Vec3> position);
// Their velocities; needs velocity.
void gather_node_velocities(const Model& m, const Data& d, int flex, std::span<const Vec3> position,
                            std::span<Vec3> velocity);
// Overwrites the values at nodes inside a shell by those that follow from its surface.
void fill_shell_interior(const FlexGrid& grid, std::span<Vec3> value);

// Bodies whose motion moves the point of a flex with these coordinates (a weighted mean of flex_vert0), each once, with
// scale times its weight. MuJoCo: weights below 1e-5, so also the negative ones of order 2, are left out.
int point_bodies(const Model& m, int flex, const Vec3& coordinates, double scale, int body[kMaxPointBodies],
                 double weight[kMaxPointBodies]);

}  // namespace corten
