// Corotated linear elasticity: in the frame that turns with the cell the force is linear in the displacements,
//
//   spring   f = R K (R' x - x0)
//   damper   f = damping R K R' v
// with the node positions x and velocities v of the cell, its rotation R and its stiffness matrix K, stored negative.
#include "dynamics/jacobian.h"
#include "flex/cells/cell.h"
#include "flex/flex.h"
#include "math/kernels/kernels.h"
#include "math/vec3.h"
#include "model/workspace.h"

namespace corten {

namespace {

// What the cells of a flex work on; spans of forces that are not wanted are empty.
struct Nodes {
  std::span<Vec3> position, velocity, spring, damper;
  std::span<Quat> rotation;  // of the faces, if they are needed more than once
};

void add_cell(const Model& m, int f, const CellNodes& cell, const Mat3& r, const double* stiffness,
              const Nodes& nodes) {
  const Vec3* rest = m.flex_node0.data() + m.flex_nodeadr[f];
  Vec3 displacement[kMaxCellNodes], velocity[kMaxCellNodes], spring[kMaxCellNodes], damper[kMaxCellNodes];
  const bool with_spring = !nodes.spring.empty(), with_damper = !nodes.damper.empty();
  for (int n = 0; n < cell.count; ++n) {
    const std::size_t at = static_cast<std::size_t>(cell.node[n]);
    store(displacement[n], mul_transposed(r, nodes.position[at]) - rest[at]);
    if (with_damper) store(velocity[n], mul_transposed(r, nodes.velocity[at]));
  }
  const int size = 3 * cell.count;
  double *in = displacement[0].data(), *rate = velocity[0].data();
  if (with_spring && with_damper) {
    kernels::multiply_dense_pair(stiffness, size, in, rate, spring[0].data(), damper[0].data());
  } else if (with_spring) {
    kernels::multiply_dense(stiffness, size, in, spring[0].data());
  } else {
    kernels::multiply_dense(stiffness, size, rate, damper[0].data());
  }
  for (int n = 0; n < cell.count; ++n) {
    const std::size_t at = static_cast<std::size_t>(cell.node[n]);
    if (with_spring) nodes.spring[at] += r * spring[n];
    if (with_damper) nodes.damper[at] += r * damper[n];
  }
}

void add_cells(const Model& m, int f, const FlexGrid& grid, const Nodes& nodes) {
  if (nodes.spring.empty() && nodes.damper.empty()) return;
  for (int c = 0; c < cell_count(grid); ++c) {
    const CellNodes cell = cell_nodes(grid, c);
    const double* stiffness = cell_stiffness(m, f, c, cell.count);
    if (is_empty_cell(stiffness)) continue;
    const bool known = !nodes.rotation.empty();
    const Quat r = known ? nodes.rotation[static_cast<std::size_t>(c)] : cell_rotation(grid, cell, nodes.position);
    add_cell(m, f, cell, to_mat(r), stiffness, nodes);
  }
}

// MuJoCo: a node at the origin of a body with dofs acts on the first three of them, others on all that move the body.
void apply_forces(const Model& m, const Data& d, int f, std::span<const Vec3> position, std::span<const Vec3> force,
                  double scale, std::span<double> qfrc) {
  const int first = m.flex_nodeadr[f];
  for (std::size_t i = 0; i < force.size(); ++i) {
    const int node = first + static_cast<int>(i), body = m.flex_nodebodyid[node];
    const Vec3& local = m.flex_node[node];
    const bool at_origin = m.flex_centered[f] || (local.x == 0 && local.y == 0 && local.z == 0);
    if (m.body_dofnum[body] > 0 && at_origin) {
      add_body_frame_force(m, d, body, force[i] * scale, qfrc);
    } else {
      apply_wrench(m, d, force[i] * scale, {}, position[i], body, qfrc);
    }
  }
}

}  // namespace

void add_cell_force(const Model& m, Data& d, int f, bool spring, bool damper) {
  const bool cells = has_cell_stiffness(m, f), bending = has_shell_bending(m, f) && spring;
  if (!cells && !bending) return;
  const bool damped = damper && cells && m.flex_damping[f] != 0;
  const FlexGrid grid = flex_grid(m, f);
  const int count = m.flex_nodenum[f];
  Scratch::Frame frame(work(d).scratch);
  const Nodes nodes{frame.take<Vec3>(count), frame.take<Vec3>(damped ? count : 0),
                    frame.take_zero<Vec3>(spring ? count : 0), frame.take_zero<Vec3>(damped ? count : 0),
                    frame.take<Quat>(bending ? cell_count(grid) : 0)};
  gather_node_positions(m, d, f, nodes.position);
  if (damped) gather_node_velocities(m, d, f, nodes.position, nodes.velocity);
  for (std::size_t c = 0; c < nodes.rotation.size(); ++c) {
    nodes.rotation[c] = cell_rotation(grid, cell_nodes(grid, static_cast<int>(c)), nodes.position);
  }
  if (cells) add_cells(m, f, grid, nodes);
  if (bending) add_shell_bending(m, f, nodes.position, nodes.rotation, nodes.spring);
  apply_forces(m, d, f, nodes.position, nodes.spring, 1, d.qfrc_spring);
  apply_forces(m, d, f, nodes.position, nodes.damper, m.flex_damping[f], d.qfrc_damper);
}

}  // namespace corten
