// Edges: with the unit vector u from vertex 1 to vertex 2,
//
//   length l = |x2 - x1|,   dl/dq = u' (J2 - J1),   dl/dt = dl/dq qvel
// The pattern of dl/dq, the dofs of the two bodies in increasing order, is part of the Model. Rows are computed only
// for flexes in which something acts along edges; rigid and interpolated ones have no edges in this sense.
#include <algorithm>

#include "dynamics/jacobian.h"
#include "flex/flex.h"
#include "math/vec3.h"
#include "model/access.h"
#include "model/workspace.h"

namespace corten {

namespace {

bool has_edge_forces(const Model& m, int f) {
  return m.flex_edgeequality[f] == kFlexHoldsEdges || m.flex_edgedamping[f] != 0 || m.flex_edgestiffness[f] != 0 ||
         m.flex_damping[f] != 0;
}

void clear_rows(const Model& m, Data& d, int f) {
  const int first = m.flex_edgeadr[f], end = first + m.flex_edgenum[f];
  for (int e = first; e < end; ++e) {
    std::fill_n(d.flexedge_J.begin() + m.flexedge_J_rowadr[e], m.flexedge_J_rownnz[e], 0.0);
  }
}

void compute_lengths(const Model& m, Data& d, int f) {
  const Vec3* x = d.flexvert_xpos.data() + m.flex_vertadr[f];
  const int first = m.flex_edgeadr[f], end = first + m.flex_edgenum[f];
  for (int e = first; e < end; ++e) {
    const auto [v1, v2] = m.flex_edge[e].v;
    d.flexedge_length[e] = norm(x[v2] - x[v1]);
  }
}

// Entries of one body's dofs among the columns of a row, both in increasing order: row += sign u' J.
void add_body_columns(const Model& m, const Data& d, int body, const Vec3& point, const Vec3& u,
                      std::span<const int> column, std::span<double> row) {
  const Vec3 offset = com_offset(m, d, body, point);
  std::size_t at = 0;
  for (const int dof : body_dofs(m, body)) {
    while (at < column.size() && column[at] < dof) ++at;
    if (at == column.size()) return;
    if (column[at] == dof) row[at] += dot(u, translation(d.cdof[dof], offset));
  }
}

void compute_row(const Model& m, Data& d, int e, const int (&body)[2], const Vec3 (&x)[2], const Vec3& u) {
  const std::span<const int> column = m.flexedge_J_colind.span(m.flexedge_J_rowadr[e], m.flexedge_J_rownnz[e]);
  const std::span<double> row = d.flexedge_J.span(m.flexedge_J_rowadr[e], m.flexedge_J_rownnz[e]);
  std::fill(row.begin(), row.end(), 0.0);
  add_body_columns(m, d, body[0], x[0], -u, column, row);
  add_body_columns(m, d, body[1], x[1], u, column, row);
}

// Between two bodies with slides along the axes of the world the row is -u, u, the body with lower dofs first.
void compute_lengths_and_rows(const Model& m, Data& d, int f) {
  Scratch::Frame frame(work(d).scratch);
  const std::span<int> slides = frame.take<int>(m.flex_vertnum[f]);
  const int* body = m.flex_vertbodyid.data() + m.flex_vertadr[f];
  for (std::size_t v = 0; v < slides.size(); ++v) slides[v] = world_slides(m, d, body[v]);

  const Vec3* x = d.flexvert_xpos.data() + m.flex_vertadr[f];
  const int first = m.flex_edgeadr[f], end = first + m.flex_edgenum[f];
  for (int e = first; e < end; ++e) {
    const auto [v1, v2] = m.flex_edge[e].v;
    Vec3 u = x[v2] - x[v1];
    d.flexedge_length[e] = normalize(u);
    const int dof1 = slides[static_cast<std::size_t>(v1)], dof2 = slides[static_cast<std::size_t>(v2)];
    if (dof1 >= 0 && dof2 >= 0 && dof1 != dof2 && m.flexedge_J_rownnz[e] == 6) {
      double* row = d.flexedge_J.data() + m.flexedge_J_rowadr[e];
      const Vec3 lower = dof1 < dof2 ? -u : u;
      for (int i = 0; i < 3; ++i) row[i] = lower[i], row[3 + i] = -lower[i];
    } else {
      compute_row(m, d, e, {body[v1], body[v2]}, {x[v1], x[v2]}, u);
    }
  }
}

}  // namespace

void compute_flex_edges(const Model& m, Data& d) {
  for (int f = 0; f < m.nflex; ++f) {
    if (m.flex_rigid[f] || is_interpolated(m, f)) continue;
    if (has_edge_forces(m, f)) {
      compute_lengths_and_rows(m, d, f);
    } else {
      compute_lengths(m, d, f);
      clear_rows(m, d, f);
    }
  }
}

void compute_flex_edge_velocity(const Model& m, Data& d) {
  for (int f = 0; f < m.nflex; ++f) {
    const int first = m.flex_edgeadr[f], end = first + m.flex_edgenum[f];
    if (m.flex_rigid[f] || is_interpolated(m, f) || !has_edge_forces(m, f)) {
      std::fill(d.flexedge_velocity.begin() + first, d.flexedge_velocity.begin() + end, 0.0);
      continue;
    }
    for (int e = first; e < end; ++e) {
      const double* row = d.flexedge_J.data() + m.flexedge_J_rowadr[e];
      const int* column = m.flexedge_J_colind.data() + m.flexedge_J_rowadr[e];
      double sum = 0;
      for (int i = 0; i < m.flexedge_J_rownnz[e]; ++i) sum += row[i] * d.qvel[column[i]];
      d.flexedge_velocity[e] = sum;
    }
  }
}

}  // namespace corten
