// Sum of the velocity derivatives, and what its terms share.
//
// Elements of qDeriv exist only between dofs in line in a tree. MuJoCo: what a tendon or actuator
// couples beyond that is ignored.
#include "dynamics/derivative/derivative.h"

#include <algorithm>
#include <cmath>

#include "dynamics/passive/reflected.h"
#include "math/spatial.h"
#include "model/workspace.h"

namespace corten {

void add_outer_product(const Model& m, Data& d, std::span<const int> columns, std::span<const double> row,
                       double scale) {
  const DofPattern pattern = dof_pattern(m);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const double factor = row[i] * scale;
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const int address = pattern.find(columns[i], columns[j]);
      if (address >= 0) d.qDeriv[address] += factor * row[j];
    }
  }
}

void add_body_matrices(const Model& m, Data& d, int tree, std::span<double> matrix) {
  const int first_body = m.tree_bodyadr[tree];
  for (int b = first_body + m.tree_bodynum[tree] - 1; b > first_body; --b) {
    const int parent = m.body_parentid[b];
    if (parent >= first_body) work(d).scratch_body_matrix[parent] += work(d).scratch_body_matrix[b];
  }
  const DofPattern pattern = dof_pattern(m);
  for (int i = m.tree_dofadr[tree], end = i + m.tree_dofnum[tree]; i < end; ++i) {
    // of two dofs in line, the subtree of the lower one is what both move
    const SpatialMatrix& subtree = work(d).scratch_body_matrix[m.dof_bodyid[i]];
    const Spatial column = subtree * d.cdof[i], row = mul_transposed(subtree, d.cdof[i]);
    for (int j = i; j >= 0; j = m.dof_parentid[j]) {
      matrix[static_cast<std::size_t>(pattern.upper(j, i))] += dot(d.cdof[j], column);
      if (j < i) matrix[static_cast<std::size_t>(pattern.lower(i, j))] += dot(d.cdof[j], row);
    }
  }
}

bool is_standalone_free_body(const Model& m, int body) {
  const int joint = m.body_jntadr[body];
  return m.body_jntnum[body] == 1 && m.jnt_type[joint] == JointType::kFree &&
         m.tree_dofnum[m.dof_treeid[m.jnt_dofadr[joint]]] == 6 && m.body_subtreemass[body] == m.body_mass[body];
}

void add_damper_derivative(const Model& m, Data& d) {
  const DofPattern pattern = dof_pattern(m);
  for (int i = 0; i < m.nv; ++i) d.qDeriv[pattern.lower(i, i)] -= dof_damping(m, i).slope(std::abs(d.qvel[i]));
  for (int i = 0; i < m.ntendon; ++i) {
    const double slope = tendon_damping(m, i).slope(std::abs(d.ten_velocity[i]));
    if (slope == 0) continue;
    add_outer_product(m, d, m.ten_J_colind.span(m.ten_J_rowadr[i], m.ten_J_rownnz[i]),
                      d.ten_J.span(m.ten_J_rowadr[i], m.ten_J_rownnz[i]), -slope);
  }
}

// Dampers along the edges of flexes. MuJoCo: the damping of their elements has no part in this.
void add_flex_edge_derivative(const Model& m, Data& d) {
  for (int f = 0; f < m.nflex; ++f) {
    if (m.flex_rigid[f] || m.flex_edgedamping[f] == 0) continue;
    const int first = m.flex_edgeadr[f], end = first + m.flex_edgenum[f];
    for (int e = first; e < end; ++e) {
      if (m.flexedge_rigid[e]) continue;
      const int row = m.flexedge_J_rowadr[e], size = m.flexedge_J_rownnz[e];
      add_outer_product(m, d, m.flexedge_J_colind.span(row, size), d.flexedge_J.span(row, size),
                        -m.flex_edgedamping[f]);
    }
  }
}

void compute_velocity_derivative(const Model& m, Data& d, bool with_bias) {
  std::fill(d.qDeriv.begin(), d.qDeriv.end(), 0.0);
  add_actuator_derivative(m, d);
  add_fluid_derivative(m, d);
  if (!(m.opt.disableflags & kDisableDamper)) {
    add_damper_derivative(m, d);
    add_flex_edge_derivative(m, d);
  }
  for (int t = 0; with_bias && t < m.ntree; ++t) subtract_bias_derivative(m, d, t, d.qDeriv);
}

}  // namespace corten
