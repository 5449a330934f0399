// Rows that hold the shape of a flex.
//
//   edges      pos = length - length at qpos0                  one row per edge that is not rigid
//   vertices   pos = strains of the triangles around it        two rows per vertex
//   strain     see flex.h                               one equality per cell, a row per mode
// What the rows feel: flexedge_invweight0; invweight0 of the vertex's body; the mean of those of the cell's nodes.
#include <algorithm>

#include "constraint/flex/flex_rows.h"

namespace corten {

namespace {

void assemble_row(int e, double pos, std::span<const int> dofs, std::span<const double> J, RowSink& sink) {
  const RowSink::Block row = sink.open(ConstraintType::kEquality, e, 1, static_cast<int>(dofs.size()));
  std::copy(dofs.begin(), dofs.end(), row.dofs);
  std::copy(J.begin(), J.end(), row.J);
  row.pos[0] = pos;
  sink.close(row);
}

// Calls visit(edge) for the edges of a flex that can change their length.
template <class Visit>
void for_each_soft_edge(const Model& m, int flex, Visit&& visit) {
  const int first = m.flex_edgeadr[flex], end = first + m.flex_edgenum[flex];
  for (int edge = first; edge < end; ++edge) {
    if (!m.flexedge_rigid[edge]) visit(edge);
  }
}

// Behind the last of the edges from `first` on that are not rigid and have as many non-zeros, one after the other.
int end_of_like_edges(const Model& m, int first, int end) {
  const int nnz = m.flexedge_J_rownnz[first], adr = m.flexedge_J_rowadr[first];
  int e = first + 1;
  while (e < end && !m.flexedge_rigid[e] && m.flexedge_J_rownnz[e] == nnz &&
         m.flexedge_J_rowadr[e] == adr + nnz * (e - first)) {
    ++e;
  }
  return e;
}

void assemble_edges(const Model& m, const Data& d, int e, RowSink& sink) {
  const int flex = m.eq_obj1id[e], end = m.flex_edgeadr[flex] + m.flex_edgenum[flex];
  const auto elongation = [&](int edge) { return d.flexedge_length[edge] - m.flexedge_length0[edge]; };
  for (int edge = m.flex_edgeadr[flex]; edge < end;) {
    if (m.flexedge_rigid[edge]) {
      ++edge;
      continue;
    }
    const int adr = m.flexedge_J_rowadr[edge], nnz = m.flexedge_J_rownnz[edge];
    const int* dofs = m.flexedge_J_colind.data() + adr;
    const double* J = d.flexedge_J.data() + adr;
    std::span<double> pos;
    if (sink.take(ConstraintType::kEquality, e, end_of_like_edges(m, edge, end) - edge, nnz, dofs, J, pos)) {
      for (double& p : pos) p = elongation(edge++);
    } else {
      assemble_row(e, elongation(edge++), m.flexedge_J_colind.span(adr, nnz), d.flexedge_J.span(adr, nnz), sink);
    }
  }
}

void assemble_vertices(const Model& m, const Data& d, int e, RowSink& sink) {
  const int flex = m.eq_obj1id[e], first = m.flex_vertadr[flex];
  for (int v = first; v < first + m.flex_vertnum[flex]; ++v) {
    for (int k = 0; k < 2; ++k) {
      const int adr = m.flexvert_J_rowadr[v][k], nnz = m.flexvert_J_rownnz[v][k];
      assemble_row(e, d.flexvert_length[v][k], m.flexvert_J_colind.span(adr, nnz), d.flexvert_J.span(adr, nnz), sink);
    }
  }
}

}  // namespace

void assemble_flex_equality(const Model& m, Data& d, int e, RowSink& sink) {
  if (m.eq_type[e] == EqualityType::kFlex) return assemble_edges(m, d, e, sink);
  if (m.eq_type[e] == EqualityType::kFlexVert) return assemble_vertices(m, d, e, sink);
  assemble_flex_strain(m, d, e, sink);
}

int estimate_flex_equality(const Model& m, int e, std::span<double> A) {
  const int flex = m.eq_obj1id[e];
  std::size_t count = 0;
  const auto put = [&](double weight) {
    if (count < A.size()) A[count] = weight;
    ++count;
  };
  if (m.eq_type[e] == EqualityType::kFlex) {
    for_each_soft_edge(m, flex, [&](int edge) { put(m.flexedge_invweight0[edge]); });
  } else if (m.eq_type[e] == EqualityType::kFlexVert) {
    for (const int body : m.flex_vertbodyid.span(m.flex_vertadr[flex], m.flex_vertnum[flex])) {
      for (int k = 0; k < 2; ++k) put(m.body_invweight0[body][0]);
    }
  } else {
    const FlexStrain strain(m, e);
    for (int k = 0; k < strain.mode_count(); ++k) put(strain.weight());
  }
  return static_cast<int>(count);
}

}  // namespace corten
