// Interpolation between the nodes of a grid; see the header for the equations.
#include "flex/cells/interpolation.h"

#include <algorithm>
#include <cmath>

#include "dynamics/jacobian.h"
#include "flex/flex.h"
#include "math/vec3.h"
#include "model/access.h"

namespace corten {

namespace {

constexpr double kLeastWeight = 1e-5;  // MuJoCo: smaller weights do not make a body take part in a contact

// Sums weights per body, in the order in which bodies first appear.
struct BodyWeights {
  int* body;
  double* weight;
  int count = 0;

  void add(int b, double w) {
    const int at = static_cast<int>(std::find(body, body + count, b) - body);
    if (at == count) body[count] = b, weight[count++] = 0;
    weight[at] += w;
  }
};

// Calls visit(node, weight) for the nodes on the surface that node (i, j, k) inside a shell follows: for each non-empty
// set of axes, the nodes at the two ends of these axes, with the product of the linear weights along them; faces count
// positive, edges negative, corners positive.
template <class Visit>
void visit_surface_weights(const FlexGrid& grid, const int (&at)[3], Visit&& visit) {
  int end[3][2];
  double share[3][2];
  for (int a = 0; a < 3; ++a) {
    const double s = static_cast<double>(at[a]) / (grid.nodes[a] - 1);
    end[a][0] = 0, end[a][1] = grid.nodes[a] - 1;
    share[a][0] = 1 - s, share[a][1] = s;
  }
  constexpr int kFaces[] = {0, 1, 2};
  for (const int a : kFaces) {
    for (int p = 0; p < 2; ++p) {
      int node[3] = {at[0], at[1], at[2]};
      node[a] = end[a][p];
      visit(grid.node(node[0], node[1], node[2]), share[a][p]);
    }
  }
  constexpr int kEdges[3][2] = {{1, 2}, {0, 2}, {0, 1}};  // axes that end; the edge runs along the third
  for (const auto& [a, b] : kEdges) {
    for (int p = 0; p < 4; ++p) {
      int node[3] = {at[0], at[1], at[2]};
      node[a] = end[a][p / 2], node[b] = end[b][p % 2];
      visit(grid.node(node[0], node[1], node[2]), -share[a][p / 2] * share[b][p % 2]);
    }
  }
  for (int p = 0; p < 8; ++p) {
    const int x = p / 4, y = p / 2 % 2, z = p % 2;
    visit(grid.node(end[0][x], end[1][y], end[2][z]), share[0][x] * share[1][y] * share[2][z]);
  }
}

}  // namespace

FlexGrid flex_grid(const Model& m, int flex) {
  FlexGrid grid;
  grid.order = interpolation_order(m, flex);
  grid.shell = is_shell(m, flex);
  for (int a = 0; a < 3; ++a) {
    grid.cells[a] = m.flex_cellnum[flex][a];
    grid.nodes[a] = grid.cells[a] * grid.order + 1;
  }
  return grid;
}

int cell_weights(const FlexGrid& grid, const GridPoint& point, int node[kMaxCellNodes], double weight[kMaxCellNodes]) {
  const int side = grid.order + 1;
  double basis[3][3];
  for (int a = 0; a < 3; ++a) {
    for (int i = 0; i < side; ++i) basis[a][i] = flex_basis(point.local[a], i, grid.order);
  }
  int count = 0;
  for (int i = 0; i < side; ++i) {
    for (int j = 0; j < side; ++j) {
      const double face = basis[0][i] * basis[1][j];
      const int first =
          grid.node(point.cell[0] * grid.order + i, point.cell[1] * grid.order + j, point.cell[2] * grid.order);
      for (int k = 0; k < side; ++k) {
        node[count] = first + k;
        weight[count++] = face * basis[2][k];
      }
    }
  }
  return count;
}

void gather_node_positions(const Model& m, const Data& d, int flex, std::span<Vec3> position) {
  const int first = m.flex_nodeadr[flex];
  const bool centered = m.flex_centered[flex];
  for (std::size_t i = 0; i < position.size(); ++i) {
    const int node = first + static_cast<int>(i);
    store(position[i], attached_point(d, m.flex_nodebodyid[node], m.flex_node[node], centered));
  }
  if (is_shell(m, flex)) fill_shell_interior(flex_grid(m, flex), position);
}

void gather_node_velocities(const Model& m, const Data& d, int flex, std::span<const Vec3> position,
                            std::span<Vec3> velocity) {
  const int first = m.flex_nodeadr[flex];
  for (std::size_t i = 0; i < velocity.size(); ++i) {
    const int body = m.flex_nodebodyid[first + static_cast<int>(i)];
    store(velocity[i], translation(d.cvel[body], com_offset(m, d, body, position[i])));
  }
  if (is_shell(m, flex)) fill_shell_interior(flex_grid(m, flex), velocity);
}

void fill_shell_interior(const FlexGrid& grid, std::span<Vec3> value) {
  for (int i = 1; i < grid.nodes[0] - 1; ++i) {
    for (int j = 1; j < grid.nodes[1] - 1; ++j) {
      for (int k = 1; k < grid.nodes[2] - 1; ++k) {
        Vec3 sum;
        visit_surface_weights(grid, {i, j, k},
                              [&](int node, double weight) { sum += value[static_cast<std::size_t>(node)] * weight; });
        value[static_cast<std::size_t>(grid.node(i, j, k))] = sum;
      }
    }
  }
}

int point_bodies(const Model& m, int flex, const Vec3& coordinates, double scale, int body[kMaxPointBodies],
                 double weight[kMaxPointBodies]) {
  const FlexGrid grid = flex_grid(m, flex);
  const int first = m.flex_nodeadr[flex];
  int node[kMaxCellNodes];
  double basis[kMaxCellNodes];
  const int count = cell_weights(grid, find_cell(grid, coordinates), node, basis);
  BodyWeights sum{body, weight};
  for (int n = 0; n < count; ++n) {
    if (basis[n] < kLeastWeight) continue;
    const int k = node[n] % grid.nodes[2], j = node[n] / grid.nodes[2] % grid.nodes[1];
    const int i = node[n] / grid.nodes[2] / grid.nodes[1];
    if (grid.shell && grid.is_inside(i, j, k)) {
      visit_surface_weights(grid, {i, j, k}, [&](int surface, double share) {
        sum.add(m.flex_nodebodyid[first + surface], scale * basis[n] * share);
      });
    } else {
      sum.add(m.flex_nodebodyid[first + node[n]], scale * basis[n]);
    }
  }
  return sum.count;
}

}  // namespace corten
