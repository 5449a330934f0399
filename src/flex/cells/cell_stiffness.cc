// Stiffness of the cells of interpolated flexes: the matrix of the cell at rest, turned with the cell.
#include <algorithm>

#include "dynamics/jacobian.h"
#include "flex/metric/stiffness.h"
#include "math/kernels/kernels.h"
#include "math/vec3.h"
#include "model/workspace.h"

namespace corten {

namespace {

// Calls visit(nodes, first number in flex_stiffness) for the cells that hold material.
template <class Visit>
void for_each_stiff_cell(const Model& m, int flex, const FlexGrid& grid, Visit visit) {
  const int nodes = cell_node_count(grid), cells = cell_count(grid);
  for (int c = 0; c < cells; ++c) {
    if (is_empty_cell(cell_stiffness(m, flex, c, nodes))) continue;
    visit(cell_nodes(grid, c), m.flex_stiffnessadr[flex] + c * 9 * nodes * nodes);
  }
}

Mat3 read_block(const double* from, int width) {
  Mat3 block;
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c) block(r, c) = from[r * width + c];
  }
  return block;
}

void turn_cell(const Mat3& rotation, const double* from, int nodes, double* to) {
  const Mat3 back = transpose(rotation);
  const int width = 3 * nodes;
  for (int i = 0; i < nodes; ++i) {
    for (int j = 0; j < nodes; ++j) {
      const int at = 3 * (i * width + j);
      const Mat3 block = rotation * (read_block(from + at, width) * back);
      for (int r = 0; r < 3; ++r) {
        for (int c = 0; c < 3; ++c) to[at + r * width + c] = block(r, c);
      }
    }
  }
}

// The nodes of a flex: where they are, how they move when the dofs move by x, and the forces that follow.
struct NodeProduct {
  std::span<Vec3> position, motion, force;
};

Vec3 node_motion(const Model& m, const Data& d, int body, const Vec3& position, std::span<const double> x) {
  Vec3 motion;
  const Vec3 offset = com_offset(m, d, body, position);
  for (const int dof : body_dofs(m, body)) motion += translation(d.cdof[dof], offset) * x[dof];
  return motion;
}

void add_node_force(const Model& m, const Data& d, int body, const Vec3& position, const Vec3& force,
                    std::span<double> y) {
  const Vec3 offset = com_offset(m, d, body, position);
  for (const int dof : body_dofs(m, body)) y[dof] += dot(translation(d.cdof[dof], offset), force);
}

void multiply_cell(const double* matrix, const CellNodes& cell, double scale, const NodeProduct& nodes) {
  Vec3 motion[kMaxCellNodes], force[kMaxCellNodes];
  for (int i = 0; i < cell.count; ++i) store(motion[i], nodes.motion[cell.node[i]]);
  kernels::multiply_dense(matrix, 3 * cell.count, motion[0].data(), force[0].data());
  for (int i = 0; i < cell.count; ++i) nodes.force[cell.node[i]] += force[i] * scale;
}

}  // namespace

void turn_cell_stiffness(const Model& m, Data& d) {
  for (int f = 0; f < m.nflex; ++f) {
    if (!has_stiff_cells(m, f)) continue;
    const FlexGrid grid = flex_grid(m, f);
    Scratch::Frame frame(work(d).scratch);
    const std::span<Vec3> position = frame.take<Vec3>(grid.node_count());
    gather_node_positions(m, d, f, position);
    for_each_stiff_cell(m, f, grid, [&](const CellNodes& cell, int at) {
      const Mat3 rotation = to_mat(cell_rotation(grid, cell, position));
      turn_cell(rotation, m.flex_stiffness.data() + at, cell.count, d.flexelem_krot.data() + at);
    });
  }
}

void add_cell_product(const Model& m, Data& d, StiffnessScale scale, std::span<const double> x, std::span<double> y) {
  for (int f = 0; f < m.nflex; ++f) {
    if (!has_stiff_cells(m, f)) continue;
    const FlexGrid grid = flex_grid(m, f);
    const int count = grid.node_count();
    Scratch::Frame frame(work(d).scratch);
    const NodeProduct nodes{frame.take<Vec3>(count), frame.take<Vec3>(count), frame.take_zero<Vec3>(count)};
    gather_node_positions(m, d, f, nodes.position);
    const int* body = m.flex_nodebodyid.data() + m.flex_nodeadr[f];
    for (int n = 0; n < count; ++n) nodes.motion[n] = node_motion(m, d, body[n], nodes.position[n], x);
    for_each_stiff_cell(m, f, grid, [&](const CellNodes& cell, int at) {
      multiply_cell(d.flexelem_krot.data() + at, cell, scale.of(m, f), nodes);
    });
    for (int n = 0; n < count; ++n) add_node_force(m, d, body[n], nodes.position[n], nodes.force[n], y);
  }
}

}  // namespace corten
