// Islands: kinematic trees are the nodes of a graph and every constraint row connects the trees it acts on; an island
// is a connected component. Trees without rows belong to none.
//
// Islands are numbered by their smallest tree; inside an island dofs and rows keep their order. Components are found by
// union-find, where the smallest tree of a set represents it.
#include "constraint/islands/island.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "constraint/flex/flex_rows.h"
#include "constraint/row_sink.h"
#include "model/workspace.h"

namespace corten {

namespace {

class TreeSets {
 public:
  explicit TreeSets(std::span<int> parent) : parent_(parent) { std::fill(parent_.begin(), parent_.end(), -1); }

  // Joins the sets of two trees; -1: static, no tree.
  void join(int a, int b) {
    if (a < 0) a = b;
    if (b < 0) b = a;
    if (a < 0) return;
    if (parent_[a] >= 0 && parent_[a] == parent_[b]) return;
    a = find(a);
    b = find(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

  // The representative, -1 if the tree was never joined.
  int representative(int tree) { return parent_[tree] < 0 ? -1 : find(tree); }

 private:
  int find(int tree) {
    if (parent_[tree] < 0) parent_[tree] = tree;
    int root = tree;
    while (parent_[root] != root) root = parent_[root];
    while (parent_[tree] != root) tree = std::exchange(parent_[tree], root);
    return root;
  }

  std::span<int> parent_;
};

// Rows of a contact, connect or weld that follow its first one. The two limits of a tendon are rows of their own: each
// may lose its zeros.
bool follows_in_block(const Model& m, const Data& d, int row) {
  if (row == 0 || d.efc_type[row] != d.efc_type[row - 1] || d.efc_id[row] != d.efc_id[row - 1]) return false;
  if (is_contact(d.efc_type[row])) return true;
  return d.efc_type[row] == ConstraintType::kEquality && !is_flex_equality(m.eq_type[d.efc_id[row]]);
}

// Shortens a row to its columns that are not zero.
void drop_zeros(Data& d, int row) {
  const int first = d.efc_J_rowadr[row];
  int end = first;
  for (int a = first; a < first + d.efc_J_rownnz[row]; ++a) {
    if (d.efc_J[a] == 0) continue;
    d.efc_J[end] = d.efc_J[a];
    d.efc_J_colind[end++] = d.efc_J_colind[a];
  }
  d.efc_J_rownnz[row] = end - first;
}

// Joins the trees that a row touches; returns the first of them.
// MuJoCo: up to 59 dofs its rows are dense and zeros do not connect. They go, so that no row reaches out of its island.
int join_columns(const Model& m, Data& d, int row, TreeSets& sets) {
  const bool zeros_count = !has_dense_rows(m);
  if (!zeros_count && !is_contact(d.efc_type[row])) drop_zeros(d, row);
  int first = -1, last = -1;
  for (int a = d.efc_J_rowadr[row]; a < d.efc_J_rowadr[row] + d.efc_J_rownnz[row]; ++a) {
    if (!zeros_count && d.efc_J[a] == 0) continue;
    const int tree = m.dof_treeid[d.efc_J_colind[a]];
    if (tree == last) continue;
    sets.join(last, tree);
    last = tree;
    if (first < 0) first = tree;
  }
  // A row without effect may belong anywhere.
  if (first < 0) sets.join(first = 0, 0);
  return first;
}

// The two trees that a row connects by what it is, -1 for what is static or not there; two times -1: its columns tell.
struct TreePair {
  int a = -1, b = -1;
};

TreePair trees_of_row(const Model& m, const Data& d, int row) {
  const ConstraintType type = d.efc_type[row];
  const int id = d.efc_id[row];
  if (type == ConstraintType::kFrictionDof) return {m.dof_treeid[id], -1};
  if (type == ConstraintType::kLimitJoint) return {m.dof_treeid[m.jnt_dofadr[id]], -1};
  if (is_contact(type)) {
    const auto [g1, g2] = d.contact[id].geom.v;
    if (g1 < 0 || g2 < 0) return {};
    return {m.body_treeid[m.geom_bodyid[g1]], m.body_treeid[m.geom_bodyid[g2]]};
  }
  if (type == ConstraintType::kEquality &&
      (m.eq_type[id] == EqualityType::kConnect || m.eq_type[id] == EqualityType::kWeld)) {
    const bool sites = m.eq_objtype[id] == Object::kSite;
    return {m.body_treeid[sites ? m.site_bodyid[m.eq_obj1id[id]] : m.eq_obj1id[id]],
            m.body_treeid[sites ? m.site_bodyid[m.eq_obj2id[id]] : m.eq_obj2id[id]]};
  }
  return {};
}

// Joins the trees of a row and returns one of them.
int join_row(const Model& m, Data& d, int row, TreeSets& sets) {
  const auto [a, b] = trees_of_row(m, d, row);
  if (a < 0 && b < 0) return join_columns(m, d, row, sets);
  sets.join(a, b);
  return a >= 0 ? a : b;
}

// Rows before the contacts, where columns would tell which trees they connect, lose their zeros here too.
void find_only_island(const Model& m, Data& d) {
  d.tree_island[0] = d.nisland++;
  if (!has_dense_rows(m)) return;
  for (int i = 0; i < d.nefc && !is_contact(d.efc_type[i]); ++i) {
    if (d.efc_type[i] == ConstraintType::kFrictionDof || d.efc_type[i] == ConstraintType::kLimitJoint) continue;
    if (follows_in_block(m, d, i)) continue;
    const auto [a, b] = trees_of_row(m, d, i);
    if (a < 0 && b < 0) drop_zeros(d, i);
  }
}

// Fills tree_island and nisland; `row_tree` gets one tree of each row. Returns whether all trees are where they were.
bool find_islands(const Model& m, Data& d, std::span<int> row_tree) {
  Scratch::Frame frame(work(d).scratch);
  TreeSets sets(frame.take<int>(m.ntree));
  for (int i = 0; i < d.nefc; ++i) {
    row_tree[i] = follows_in_block(m, d, i) ? row_tree[i - 1] : join_row(m, d, i, sets);
  }
  for_each_stiff_pair(m, d, [&](int a, int b) { sets.join(a, b); });
  bool same = true;
  for (int t = 0; t < m.ntree; ++t) {
    const int representative = sets.representative(t), before = d.tree_island[t];
    d.tree_island[t] = representative < 0 ? -1 : representative == t ? d.nisland++ : d.tree_island[representative];
    same &= d.tree_island[t] == before;
  }
  return same;
}

// address[k] <- sum of the counts before k.
void sum_counts(const GrowArray<int>& count, GrowArray<int>& address) {
  int sum = 0;
  for (int k = 0; k < count.size(); ++k) {
    address[k] = sum;
    sum += count[k];
  }
}

// Sorts by island: next[k] is the first free place of island k.
void sort_dofs(const Model& m, Data& d) {
  d.nidof = 0;
  std::fill(d.island_nv.begin(), d.island_nv.end(), 0);
  for (int i = 0; i < m.nv; ++i) {
    const int island = d.nisland ? d.tree_island[m.dof_treeid[i]] : -1;
    d.dof_island[i] = island;
    if (island >= 0) ++d.island_nv[island], ++d.nidof;
  }
  sum_counts(d.island_nv, d.island_idofadr);

  Scratch::Frame frame(work(d).scratch);
  const std::span<int> next = frame.take<int>(d.nisland);
  std::copy(d.island_idofadr.begin(), d.island_idofadr.end(), next.begin());
  int free = d.nidof;
  for (int i = 0; i < m.nv; ++i) {
    const int place = d.dof_island[i] >= 0 ? next[d.dof_island[i]]++ : free++;
    d.map_dof2idof[i] = place;
    d.map_idof2dof[place] = i;
  }
}

void sort_rows(Data& d, std::span<const int> row_tree) {
  for (GrowArray<int>* count : {&d.island_nefc, &d.island_ne, &d.island_nf}) std::fill(count->begin(), count->end(), 0);
  for (int i = 0; i < d.nefc; ++i) {
    const int island = d.efc_island[i] = d.tree_island[row_tree[i]];
    const ConstraintType type = d.efc_type[i];
    ++d.island_nefc[island];
    d.island_ne[island] += type == ConstraintType::kEquality;
    d.island_nf[island] += type == ConstraintType::kFrictionDof || type == ConstraintType::kFrictionTendon;
  }
  sum_counts(d.island_nefc, d.island_iefcadr);

  Scratch::Frame frame(work(d).scratch);
  const std::span<int> next = frame.take<int>(d.nisland);
  std::copy(d.island_iefcadr.begin(), d.island_iefcadr.end(), next.begin());
  for (int i = 0; i < d.nefc; ++i) {
    const int place = next[d.efc_island[i]]++;
    d.map_efc2iefc[i] = place;
    d.map_iefc2efc[place] = i;
  }
}

// One island or none: rows stay in their order.
void keep_rows(Data& d) {
  std::fill(d.efc_island.begin(), d.efc_island.end(), d.nisland - 1);
  std::iota(d.map_iefc2efc.begin(), d.map_iefc2efc.end(), 0);
  std::iota(d.map_efc2iefc.begin(), d.map_efc2iefc.end(), 0);
  if (d.nisland == 0) return;
  d.island_nefc[0] = d.nefc, d.island_iefcadr[0] = 0;
  d.island_ne[0] = d.ne, d.island_nf[0] = d.nf;
}

// No rows, as in the pass before, which left every tree without an island.
bool is_up_to_date(const Data& d) {
  return d.nefc == 0 && d.efc_island.empty() && d.nisland == 0 && !d.tree_island.empty() && d.tree_island[0] == -1;
}

}  // namespace

void compute_islands(const Model& m, Data& d) {
  if (is_up_to_date(d)) return;
  Scratch::Frame frame(work(d).scratch);
  const bool off = (m.opt.disableflags & kDisableIsland) || d.nefc == 0;
  const std::span<int> row_tree = frame.take<int>(d.nefc);
  const int islands_before = std::exchange(d.nisland, 0);
  bool same_dofs = islands_before > 0 && d.nidof > 0;
  if (off) {
    std::fill(d.tree_island.begin(), d.tree_island.end(), -1);
    same_dofs = false;
  } else if (m.ntree == 1) {
    find_only_island(m, d);
  } else {
    same_dofs &= find_islands(m, d, row_tree);
  }

  for (GrowArray<int>* array :
       {&d.island_nv, &d.island_idofadr, &d.island_nefc, &d.island_iefcadr, &d.island_ne, &d.island_nf}) {
    array->resize(d.nisland);
  }
  for (GrowArray<int>* array : {&d.efc_island, &d.map_iefc2efc, &d.map_efc2iefc}) array->resize(d.nefc);
  if (!same_dofs) sort_dofs(m, d);
  if (off || d.nisland == 1) {
    keep_rows(d);
  } else {
    sort_rows(d, row_tree);
  }
}

}  // namespace corten
