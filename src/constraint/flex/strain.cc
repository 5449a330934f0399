// Strain rows of an element: pos = sum_n v_kn . (R' x_n - X_n), J = sum_n (R v_kn) . J_n, see flex.h.
#include <algorithm>

#include "constraint/flex/flex_rows.h"
#include "dynamics/jacobian.h"
#include "flex/flex.h"
#include "math/vec3.h"
#include "model/access.h"
#include "model/workspace.h"

namespace corten {

namespace {

// Nodes of the element as they are now.
struct Shape {
  Vec3 position[kMaxCellNodes];
  Mat3 rotation;
};

Shape present_shape(const Model& m, const Data& d, const FlexStrain& strain, bool centered) {
  Shape shape;
  for (int n = 0; n < strain.nodes().count; ++n) {
    const int node = strain.first_node() + strain.nodes().node[n];
    shape.position[n] = attached_point(d, m.flex_nodebodyid[node], m.flex_node[node], centered);
  }
  shape.rotation = to_mat(cell_rotation(strain.order(), strain.nodes(), shape.position));
  return shape;
}

// How one dof moves one node.
struct Motion {
  int node = 0, dof = 0, column = 0;
  Vec3 direction;
};

// One entry per node and dof of its body.
std::span<Motion> node_motions(const Model& m, const Data& d, const FlexStrain& strain, const Shape& shape,
                               Scratch::Frame& frame) {
  const auto body = [&](int n) { return m.flex_nodebodyid[strain.first_node() + strain.nodes().node[n]]; };
  int count = 0;
  for (int n = 0; n < strain.nodes().count; ++n) count += m.B_rownnz[body(n)];
  const std::span<Motion> motions = frame.take<Motion>(count);
  std::size_t i = 0;
  for (int n = 0; n < strain.nodes().count; ++n) {
    const Vec3 offset = com_offset(m, d, body(n), shape.position[n]);
    for (const int dof : body_dofs(m, body(n))) motions[i++] = {n, dof, 0, translation(d.cdof[dof], offset)};
  }
  return motions;
}

// Gives each motion its column; returns the dofs of the columns.
std::span<int> number_columns(std::span<Motion> motions, Scratch::Frame& frame) {
  const std::span<int> all = frame.take<int>(static_cast<int>(motions.size()));
  std::ranges::transform(motions, all.begin(), [](const Motion& motion) { return motion.dof; });
  std::ranges::sort(all);
  const std::span<int> dofs(all.begin(), std::unique(all.begin(), all.end()));
  for (Motion& motion : motions) {
    motion.column = static_cast<int>(std::ranges::lower_bound(dofs, motion.dof) - dofs.begin());
  }
  return dofs;
}

}  // namespace

FlexStrain::FlexStrain(const Model& m, int equality) : m_(m) {
  const int flex = m.eq_obj1id[equality];
  if (!is_interpolated(m, flex) || m.flex_nodenum[flex] == 0 || m.flex_stiffnessadr[flex] < 0) return;
  const FlexGrid grid = flex_grid(m, flex);
  const auto index = [&](int i) { return static_cast<int>(m.eq_data[equality][i]); };
  const int element = grid.shell ? index(0) : (index(0) * grid.cells[1] + index(1)) * grid.cells[2] + index(2);
  order_ = grid.order;
  first_node_ = m.flex_nodeadr[flex];
  nodes_ = cell_nodes(grid, element);
  const int size = 3 * nodes_.count;
  const double* stiffness = m.flex_stiffness.data() + m.flex_stiffnessadr[flex] + element * size * size;
  mode_count_ = static_cast<int>(stiffness[0]);
  modes_ = stiffness + 1;
}

double FlexStrain::weight() const {
  double sum = 0;
  for (int n = 0; n < nodes_.count; ++n) {
    sum += m_.body_invweight0[m_.flex_nodebodyid[first_node_ + nodes_.node[n]]][0];
  }
  return sum / nodes_.count;
}

void assemble_flex_strain(const Model& m, Data& d, int e, RowSink& sink) {
  const FlexStrain strain(m, e);
  if (strain.mode_count() <= 0) return;
  const Shape shape = present_shape(m, d, strain, m.flex_centered[m.eq_obj1id[e]]);
  Scratch::Frame frame(work(d).scratch);
  const std::span<Motion> motions = node_motions(m, d, strain, shape, frame);
  const std::span<int> dofs = number_columns(motions, frame);
  const int nnz = static_cast<int>(dofs.size()), count = strain.mode_count();
  const RowSink::Block block = sink.open(ConstraintType::kEquality, e, count, nnz);
  std::ranges::copy(dofs, block.dofs);
  std::fill_n(block.J, count * nnz, 0.0);

  for (int k = 0; k < count; ++k) {
    Vec3 pull[kMaxCellNodes];
    for (int n = 0; n < strain.nodes().count; ++n) {
      const Vec3 mode = strain.mode(k, n);
      const Vec3& rest = m.flex_node0[strain.first_node() + strain.nodes().node[n]];
      block.pos[k] += dot(mode, mul_transposed(shape.rotation, shape.position[n]) - rest);
      pull[n] = shape.rotation * mode;
    }
    for (const Motion& motion : motions) block.J[k * nnz + motion.column] += dot(pull[motion.node], motion.direction);
  }
  sink.close(block);
}

}  // namespace corten
