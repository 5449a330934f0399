// Flexes of a Model: their numbers stand one after the other, and all indices stay within their flex.
#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <vector>

#include "model/access.h"
#include "model/consistency.h"

namespace corten {

namespace {

constexpr int kElementStiffness = 21, kHingeBending = 17, kShellEdge = 10;

class FlexCheck {
 public:
  explicit FlexCheck(const Model& model) : m(model) {}

  bool run() {
    for (int f = 0; f < m.nflex && right_; ++f) {
      settings(f);
      if (right_) places(f);
      if (right_) indices(f);
      if (right_) jacobians(f);
      if (right_) stiffness(f);
    }
    if (right_) totals();
    if (right_) factor();
    if (right_) equalities();
    return right_;
  }

 private:
  void require(bool right) { right_ = right_ && right; }

  // All numbers of a part of an array are below a limit.
  void below(const Array<int>& array, int first, int count, int limit) {
    for (int i = first; i < first + count; ++i) require(is_id(array[i], limit));
  }

  int corners(int f) const { return m.flex_dim[f] + 1; }
  int edges_of_element(int f) const { return m.flex_dim[f] == 1 ? 1 : m.flex_dim[f] == 2 ? 3 : 6; }
  bool shell(int f) const { return is_shell(m, f); }

  long long cells(int f) const {
    const long long x = m.flex_cellnum[f][0], y = m.flex_cellnum[f][1], z = m.flex_cellnum[f][2];
    return shell(f) ? 2 * (x * y + y * z + x * z) : x * y * z;
  }
  long long cell_columns(int f) const {
    const long long side = interpolation_order(m, f) + 1;
    return 3 * (shell(f) ? side * side : side * side * side);
  }

  void settings(int f);
  void places(int f);
  void totals();
  void indices(int f);
  void jacobians(int f);
  void stiffness(int f);
  void shell_bending(int f);
  void factor();
  void equalities();
  void modes(int f);

  const Model& m;
  bool right_ = true;
  // where the numbers of the next flex begin
  long long vert_ = 0, node_ = 0, edge_ = 0, elem_ = 0, elemdata_ = 0, elemedge_ = 0, shell_ = 0, evpair_ = 0;
  long long stiffness_ = 0, bending_ = 0, bending_rows_ = 0, boxes_ = 0;
};

void FlexCheck::settings(int f) {
  const int condim = m.flex_condim[f];
  require(condim == 1 || condim == 3 || condim == 4 || condim == 6);
  require(m.flex_dim[f] >= 1 && m.flex_dim[f] <= 3 && m.flex_interp[f] >= -2 && m.flex_interp[f] <= 2);
  require(m.flex_vertnum[f] > m.flex_dim[f] && m.flex_elemnum[f] > 0 && m.flex_edgenum[f] > 0);
  if (!is_interpolated(m, f)) return require(m.flex_nodenum[f] == 0);
  long long nodes = 1;
  for (const int count : m.flex_cellnum[f].v) {
    require(count > 0 && count <= m.nflexnode);
    if (right_) nodes *= static_cast<long long>(count) * interpolation_order(m, f) + 1;
    require(nodes <= m.nflexnode);
    if (!right_) return;
  }
  require(nodes == m.flex_nodenum[f] && !m.flex_rigid[f]);
}

// MuJoCo: addresses of what a flex does not have are -1.
void FlexCheck::places(int f) {
  const auto follows = [this](int adr, long long& next, long long count) {
    require(adr == next);
    next += count;
  };
  const auto may_follow = [&](int adr, long long& next, long long count) {
    count == 0 ? require(adr == -1) : follows(adr, next, count);
  };
  const long long elements = m.flex_elemnum[f];
  require(m.flex_shellnum[f] >= 0 && m.flex_shellnum[f] <= m.nflexshelldata);
  follows(m.flex_vertadr[f], vert_, m.flex_vertnum[f]);
  follows(m.flex_nodeadr[f], node_, m.flex_nodenum[f]);
  follows(m.flex_edgeadr[f], edge_, m.flex_edgenum[f]);
  follows(m.flex_elemadr[f], elem_, elements);
  follows(m.flex_elemdataadr[f], elemdata_, elements * corners(f));
  follows(m.flex_elemedgeadr[f], elemedge_, elements * edges_of_element(f));
  may_follow(m.flex_shelldataadr[f], shell_, static_cast<long long>(m.flex_shellnum[f]) * m.flex_dim[f]);
  may_follow(m.flex_evpairadr[f], evpair_, m.flex_evpairnum[f]);
  require(elemdata_ <= m.nflexelemdata && elemedge_ <= m.nflexelemedge && shell_ <= m.nflexshelldata);
  require(m.flex_texcoordadr[f] >= -1 && m.flex_texcoordadr[f] <= m.nflextexcoord);
  require(m.flex_bvhadr[f] == m.nbvhstatic + boxes_);
  boxes_ += m.flex_bvhnum[f];
}

void FlexCheck::totals() {
  require(vert_ == m.nflexvert && node_ == m.nflexnode && edge_ == m.nflexedge && elem_ == m.nflexelem);
  require(elemdata_ == m.nflexelemdata && elemedge_ == m.nflexelemedge && shell_ == m.nflexshelldata);
  require(evpair_ == m.nflexevpair && stiffness_ == m.nflexstiffness && bending_ == m.nflexbending);
  require(boxes_ == m.nbvhdynamic && 3 * bending_rows_ == m.nefm0dof);
}

void FlexCheck::indices(int f) {
  const int vertices = m.flex_vertnum[f], elements = m.flex_elemnum[f], edges = m.flex_edgenum[f];
  for (const int body : m.flex_vertbodyid.span(m.flex_vertadr[f], vertices)) {
    require((body < 0) == (is_interpolated(m, f)));
  }
  for (const Vec3& place : m.flex_vert0.span(m.flex_vertadr[f], vertices)) {
    require(std::isfinite(place.x) && std::isfinite(place.y) && std::isfinite(place.z));  // they find cells
  }
  below(m.flex_elem, m.flex_elemdataadr[f], elements * corners(f), vertices);
  below(m.flex_elemedge, m.flex_elemedgeadr[f], elements * edges_of_element(f), edges);
  for (const int i : m.flex_elemtexcoord.span(m.flex_elemdataadr[f], elements * corners(f))) {
    require(is_id(i, m.flex_texcoordadr[f] < 0 ? vertices : m.nflextexcoord - m.flex_texcoordadr[f]));
  }
  if (m.flex_shellnum[f] > 0) {
    below(m.flex_shell, m.flex_shelldataadr[f], m.flex_shellnum[f] * m.flex_dim[f], vertices);
  }
  for (int i = m.flex_evpairadr[f]; i < m.flex_evpairadr[f] + m.flex_evpairnum[f]; ++i) {
    require(is_id(m.flex_evpair[i][0], elements) && is_id(m.flex_evpair[i][1], vertices));
  }
  for (int e = m.flex_edgeadr[f]; e < m.flex_edgeadr[f] + edges; ++e) {
    for (const int v : m.flex_edge[e].v) require(is_id(v, vertices));
    for (const int v : m.flex_edgeflap[e].v) require(is_id(v + 1, vertices + 1));
    require(m.flex_edge[e][0] != m.flex_edge[e][1]);
  }
  for (int v = m.flex_vertadr[f]; v < m.flex_vertadr[f] + vertices; ++v) {
    const int first = m.flex_vertedgeadr[v], count = m.flex_vertedgenum[v], limit = 2 * m.nflexedge;
    require(first >= 0 && count >= 0 && first <= limit && count <= limit - first);
    if (right_) below(m.flex_vertedge, first, count, edges);
  }
}

// The columns of a row are the dofs that move its bodies, or there are none.
void FlexCheck::jacobians(int f) {
  for (int e = m.flex_edgeadr[f]; e < m.flex_edgeadr[f] + m.flex_edgenum[f]; ++e) {
    const auto columns = m.flexedge_J_colind.span(m.flexedge_J_rowadr[e], m.flexedge_J_rownnz[e]);
    if (columns.empty()) continue;
    require(!is_interpolated(m, f));
    if (!right_) return;
    std::vector<int> dofs;
    const auto moving = [&](int k) {
      const int body = m.flex_vertbodyid[m.flex_vertadr[f] + m.flex_edge[e][k]];
      return m.B_colind.span(m.B_rowadr[body], m.B_rownnz[body]);
    };
    std::ranges::set_union(moving(0), moving(1), std::back_inserter(dofs));
    require(std::ranges::equal(columns, dofs));
  }
  for (int v = m.flex_vertadr[f]; v < m.flex_vertadr[f] + m.flex_vertnum[f]; ++v) {
    for (int k = 0; k < 2; ++k) {
      const int first = m.flexvert_J_rowadr[v][k], count = m.flexvert_J_rownnz[v][k], limit = 2 * m.nJfv;
      require(first >= 0 && count >= 0 && first <= limit && count <= limit - first);
      require(count == m.flexvert_J_rownnz[v][0]);
      if (!right_) return;
      const auto columns = m.flexvert_J_colind.span(first, count);
      require(std::ranges::adjacent_find(columns, std::greater_equal<>()) == columns.end());
    }
  }
}

void FlexCheck::stiffness(int f) {
  if (m.flex_stiffnessadr[f] != -1) {
    require(m.flex_stiffnessadr[f] == stiffness_);
    const long long size = !is_interpolated(m, f) ? static_cast<long long>(m.flex_elemnum[f]) * kElementStiffness
                                                  : cells(f) * cell_columns(f) * cell_columns(f);
    stiffness_ += size;
    require(stiffness_ <= m.nflexstiffness);
  }
  if (m.flex_bendingadr[f] == -1) return;
  require(m.flex_bendingadr[f] == bending_);
  if (is_interpolated(m, f)) return shell_bending(f);
  require(m.flex_dim[f] == 2);
  bending_ += static_cast<long long>(m.flex_edgenum[f]) * kHingeBending;
  require(bending_ <= m.nflexbending);
  if (m.flex_rigid[f]) return;
  for (const int body : m.flex_vertbodyid.span(m.flex_vertadr[f], m.flex_vertnum[f])) {
    bending_rows_ += m.body_dofnum[body] == 3;
  }
}

void FlexCheck::shell_bending(int f) {
  require(shell(f) && bending_ < m.nflexbending);
  if (!right_) return;
  const double* data = m.flex_bending.data() + bending_;
  require(data[0] >= 0 && data[0] * kShellEdge <= static_cast<double>(m.nflexbending - bending_ - 1));
  if (!right_) return;
  const long long count = static_cast<long long>(data[0]);
  const double faces = static_cast<double>(cells(f));
  for (const double* edge = data + 1; edge < data + 1 + count * kShellEdge; edge += kShellEdge) {
    for (int k = 0; k < 2; ++k) require(edge[k] >= 0 && edge[k] < faces);
  }
  bending_ += 1 + count * kShellEdge;
}

// Rows end with the diagonal and hold what eliminating the rows after them adds; hinges connect rows.
void FlexCheck::factor() {
  const auto columns = [this](int r) { return m.efm0_L_colind.span(m.efm0_L_rowadr[r], m.efm0_L_rownnz[r]); };
  for (int r = 0; r < m.nefm0dof && right_; ++r) {
    const auto row = columns(r);
    require(!row.empty() && row.back() == r && std::ranges::adjacent_find(row, std::greater_equal<>()) == row.end());
    // the three dofs of a point have the same neighbours
    if (r % 3 != 0) require(std::ranges::equal(columns(r - 1), row, {}, [](int column) { return column + 1; }));
    if (!right_ || row.size() < 2) continue;
    const auto others = row.first(row.size() - 1);
    require(std::ranges::includes(columns(others.back()), others));
  }
  int next = 0;
  for (int f = 0; f < m.nflex && right_; ++f) {
    if (is_interpolated(m, f) || m.flex_rigid[f] || m.flex_dim[f] != 2 || m.flex_bendingadr[f] < 0) continue;
    std::vector<int> rows;
    for (const int body : m.flex_vertbodyid.span(m.flex_vertadr[f], m.flex_vertnum[f])) {
      rows.push_back(m.body_dofnum[body] == 3 ? next : -1);
      if (rows.back() >= 0) {
        for (int k = 0; k < 3; ++k) require(m.efm0_dofid[next + k] == m.body_dofadr[body] + k);
        next += 3;
      }
    }
    for (int e = m.flex_edgeadr[f]; e < m.flex_edgeadr[f] + m.flex_edgenum[f] && right_; ++e) {
      const int v[4] = {m.flex_edge[e][0], m.flex_edge[e][1], m.flex_edgeflap[e][0], m.flex_edgeflap[e][1]};
      if (v[3] < 0) continue;
      require(v[2] >= 0);
      for (int i = 0; i < 16 && right_; ++i) {
        const int row = rows[static_cast<std::size_t>(v[i / 4])], column = rows[static_cast<std::size_t>(v[i % 4])];
        if (column < 0 || column > row) continue;
        for (int k = 0; k < 3; ++k) require(std::ranges::binary_search(columns(row + k), column + k));
      }
    }
  }
}

// A strain constraint has a cell, and the stiffness of its flex consists of modes.
void FlexCheck::equalities() {
  for (int e = 0; e < m.neq && right_; ++e) {
    if (m.eq_type[e] != EqualityType::kFlexStrain) continue;
    const int f = m.eq_obj1id[e];
    require(is_id(f, m.nflex));
    if (!right_ || !is_interpolated(m, f)) continue;
    const Vec<11>& data = m.eq_data[e];
    for (int k = 0; k < (shell(f) ? 1 : 3); ++k) {
      require(data[k] >= 0 && data[k] < static_cast<double>(shell(f) ? cells(f) : m.flex_cellnum[f][k]));
    }
    modes(f);
  }
}

void FlexCheck::modes(int f) {
  require(m.flex_stiffnessadr[f] >= 0);
  const long long columns = cell_columns(f);
  for (long long c = 0; c < cells(f) && right_; ++c) {
    const double count = m.flex_stiffness[static_cast<int>(m.flex_stiffnessadr[f] + c * columns * columns)];
    require(count >= 0 && 1 + count * static_cast<double>(columns) <= static_cast<double>(columns * columns));
  }
}

}  // namespace

bool are_flexes_consistent(const Model& model) { return FlexCheck(model).run(); }

}  // namespace corten
