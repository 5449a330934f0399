// Factor of the inertia and bending stiffness of triangles that bend.
//
// H = M + (h^2 + h d) K with the time step h, the damping d and the bending stiffness K, which couples the same
// coordinate of the four vertices at an edge. H is constant since M is the mass of each vertex. H = L' L with L lower
// triangular: vertices are eliminated from the last to the first, and vertex i connects its remaining neighbours S(i).
// With p = max S(i), S(p) contains S(i) without p, so one pass from the last to the first vertex finds all fill-in.
// Row 3 s + k of L holds coordinate k of the s-th vertex that moves, flex after flex.
#include <algorithm>
#include <cmath>
#include <set>

#include "compile/add_size.h"
#include "compile/flex/flex_parts.h"
#include "model/access.h"

namespace corten {

namespace {

bool has_factor(const CompiledFlex& flex) {
  return !flex.interpolated() && !flex.rigid && flex.topology.dim == 2 && !flex.bending.empty();
}

// Place of each vertex among those that move, -1: it does not.
std::vector<int> moving_slots(const Context& context, const CompiledFlex& flex, int& count) {
  std::vector<int> slots;
  for (const int body : flex.vertbody) {
    slots.push_back(context.bodies[static_cast<std::size_t>(body)].joints > 0 ? count++ : -1);
  }
  return slots;
}

// The columns below the diagonal of each row of L over vertices.
std::vector<std::set<int>> factor_rows(const CompiledFlex& flex, const std::vector<int>& slots, int count) {
  std::vector<std::set<int>> rows(static_cast<std::size_t>(count));
  for (const IntVec<4>& hinge : flex.topology.hinge) {
    if (hinge[3] < 0) continue;
    for (const int a : hinge.v) {
      for (const int b : hinge.v) {
        const int row = slots[static_cast<std::size_t>(a)], column = slots[static_cast<std::size_t>(b)];
        if (column >= 0 && column < row) rows[static_cast<std::size_t>(row)].insert(column);
      }
    }
  }
  for (std::size_t i = rows.size(); i-- > 0;) {
    if (rows[i].empty()) continue;
    const int parent = *rows[i].rbegin();
    std::set<int>& into = rows[static_cast<std::size_t>(parent)];
    for (const int column : rows[i]) {
      if (column < parent) into.insert(column);
    }
  }
  return rows;
}

// Row of L of each vertex of the Model, -1: it has none.
std::vector<int> vertex_rows(const Model& m) {
  std::vector<int> rows(static_cast<std::size_t>(m.nflexvert), -1);
  int next = 0;
  for (int f = 0; f < m.nflex; ++f) {
    if (is_interpolated(m, f) || m.flex_rigid[f] || m.flex_dim[f] != 2 || m.flex_bendingadr[f] < 0) continue;
    for (int v = m.flex_vertadr[f]; v < m.flex_vertadr[f] + m.flex_vertnum[f]; ++v) {
      if (m.body_dofnum[m.flex_vertbodyid[v]] != 3) continue;
      rows[static_cast<std::size_t>(v)] = next;
      next += 3;
    }
  }
  return rows;
}

// Where the number (row, column) stands in efm0_L.
int place_of(const Model& m, int row, int column) {
  const auto columns = m.efm0_L_colind.span(m.efm0_L_rowadr[row], m.efm0_L_rownnz[row]);
  return m.efm0_L_rowadr[row] +
         static_cast<int>(std::lower_bound(columns.begin(), columns.end(), column) - columns.begin());
}

void add_bending(Model& m, int flex, const std::vector<int>& rows) {
  const double h = m.opt.timestep, scale = h * h + h * m.flex_damping[flex];
  for (int e = 0; e < m.flex_edgenum[flex]; ++e) {
    const IntVec<2>&edge = m.flex_edge[m.flex_edgeadr[flex] + e], &flap = m.flex_edgeflap[m.flex_edgeadr[flex] + e];
    if (flap[1] < 0) continue;
    const int v[4] = {edge[0], edge[1], flap[0], flap[1]};
    const double* stiffness = m.flex_bending.data() + m.flex_bendingadr[flex] + 17 * static_cast<std::ptrdiff_t>(e);
    for (int i = 0; i < 4; ++i) {
      const int row = rows[static_cast<std::size_t>(m.flex_vertadr[flex] + v[i])];
      for (int j = 0; j < 4; ++j) {
        const int column = rows[static_cast<std::size_t>(m.flex_vertadr[flex] + v[j])];
        if (column < 0 || column > row) continue;
        for (int k = 0; k < 3; ++k) m.efm0_L[place_of(m, row + k, column + k)] += scale * stiffness[4 * i + j];
      }
    }
  }
}

// H to L, in place. Row r is final when all rows after it have been subtracted. What it subtracts from the row of one
// of its columns are its columns up to that one, all of which that row has.
bool factor(Model& m) {
  bool positive = true;
  for (int r = m.nefm0dof - 1; r >= 0; --r) {
    const auto columns = m.efm0_L_colind.span(m.efm0_L_rowadr[r], m.efm0_L_rownnz[r]);
    const auto values = m.efm0_L.span(m.efm0_L_rowadr[r], m.efm0_L_rownnz[r]);
    double& diagonal = values.back();
    positive = positive && diagonal >= kMinVal;
    diagonal = std::sqrt(std::max(diagonal, kMinVal));
    const double inverse = 1.0 / diagonal;
    for (std::size_t a = 0; a + 1 < columns.size(); ++a) {
      values[a] *= inverse;
      int place = m.efm0_L_rowadr[columns[a]];
      for (std::size_t b = 0; b <= a; ++b, ++place) {
        while (m.efm0_L_colind[place] != columns[b]) ++place;
        m.efm0_L[place] -= values[a] * values[b];
      }
    }
  }
  return positive;
}

}  // namespace

void count_bending_factor(Context& context, const CompiledFlex& flex, Sizes& sizes) {
  if (!has_factor(flex)) return;
  int count = 0;
  const std::vector<int> slots = moving_slots(context, flex, count);
  std::int64_t nonzeros = count;
  for (const std::set<int>& row : factor_rows(flex, slots, count)) nonzeros += static_cast<std::int64_t>(row.size());
  add_size(context, *flex.element, "flex", sizes.nefm0dof, 3 * static_cast<std::int64_t>(count));
  add_size(context, *flex.element, "flex", sizes.nefm0L, 3 * nonzeros);
}

void fill_bending_factor(const Context& context, const std::vector<CompiledFlex>& flexes, Model& m) {
  int row = 0, adr = 0;
  for (const CompiledFlex& flex : flexes) {
    if (!has_factor(flex)) continue;
    int count = 0;
    const int first = row;
    const std::vector<int> slots = moving_slots(context, flex, count);
    const std::vector<std::set<int>> rows = factor_rows(flex, slots, count);
    for (std::size_t v = 0; v < slots.size(); ++v) {
      if (slots[v] < 0) continue;
      const std::set<int>& columns = rows[static_cast<std::size_t>(slots[v])];
      for (int k = 0; k < 3; ++k, ++row) {
        m.efm0_dofid[row] = m.body_dofadr[flex.vertbody[v]] + k;
        m.efm0_L_rowadr[row] = adr;
        m.efm0_L_rownnz[row] = static_cast<int>(columns.size()) + 1;
        for (const int column : columns) m.efm0_L_colind[adr++] = first + 3 * column + k;
        m.efm0_L_colind[adr++] = row;
      }
    }
  }
}

bool set_bending_factor(Model& m) {
  if (m.nefm0dof == 0) return true;
  std::fill(m.efm0_L.begin(), m.efm0_L.end(), 0.0);
  for (int r = 0; r < m.nefm0dof; ++r) {
    const int dof = m.efm0_dofid[r];
    m.efm0_L[m.efm0_L_rowadr[r] + m.efm0_L_rownnz[r] - 1] = m.body_mass[m.dof_bodyid[dof]] + m.dof_armature[dof];
  }
  const std::vector<int> rows = vertex_rows(m);
  for (int f = 0; f < m.nflex; ++f) {
    if (!is_interpolated(m, f) && !m.flex_rigid[f] && m.flex_dim[f] == 2 && m.flex_bendingadr[f] >= 0) {
      add_bending(m, f, rows);
    }
  }
  return factor(m);
}

}  // namespace corten
