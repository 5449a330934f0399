// The order of the trees of an island in its problem. Newton's Hessian connects trees that touch; factored in the order
// of Data, a pile of many bodies fills it up.
#include <algorithm>

#include "constraint/row_sink.h"
#include "math/elimination_order.h"
#include "model/workspace.h"
#include "pipeline/solve/problems.h"

namespace corten {

namespace {

constexpr int kLargeIsland = 128;  // of an island; with fewer, an order takes longer than it saves

// Calls visit(tree) for the trees that a row acts on; each stands for a range of columns.
template <class Visit>
void for_each_tree(const Model& m, const Data& d, int row, Visit visit) {
  int last = -1;
  for (const int dof : d.efc_J_colind.span(d.efc_J_rowadr[row], d.efc_J_rownnz[row])) {
    if (m.dof_treeid[dof] != last) visit(last = m.dof_treeid[dof]);
  }
}

// Calls visit(row) for the rows that connect trees, one of each contact.
template <class Visit>
void for_each_connection(const Model& m, const Data& d, std::span<const int> rows, Visit visit) {
  int before = -1;
  for (const int row : rows) {
    const bool same = before >= 0 && is_contact(d.efc_type[row]) && d.efc_type[row] == d.efc_type[before] &&
                      d.efc_id[row] == d.efc_id[before];
    before = row;
    if (same) continue;
    int trees = 0;
    for_each_tree(m, d, row, [&](int) { ++trees; });
    if (trees > 1) visit(row, trees);
  }
}

}  // namespace

bool IslandProblems::wants_own_order(int island) const {
  return m_.opt.solver == Solver::kNewton && d_.island_nv[island] >= kLargeIsland;
}

void IslandProblems::order_dofs() {
  a_.dofs = d_.map_idof2dof.span(0, d_.nidof);
  for (int k = 0; k < nisland_; ++k) own_order_ |= wants_own_order(k);
  if (!own_order_) return;
  const std::span<int> dofs = frame_.take<int>(d_.nidof);
  std::copy(a_.dofs.begin(), a_.dofs.end(), dofs.begin());
  for (int k = 0; k < nisland_; ++k) {
    if (wants_own_order(k)) order_trees(k, dofs.subspan(d_.island_idofadr[k], d_.island_nv[k]));
  }
  a_.dofs = dofs;
}

// Dofs of a tree stay together and in order.
void IslandProblems::order_trees(int island, std::span<int> dofs) {
  Scratch::Frame frame(work(d_).scratch);
  const std::span<const int> rows = d_.map_iefc2efc.span(d_.island_iefcadr[island], d_.island_nefc[island]);
  const std::span<int> node_of = frame.take<int>(m_.ntree), tree_of = frame.take<int>(m_.ntree);
  const std::span<int> weight = frame.take<int>(m_.ntree), order = frame.take<int>(m_.ntree);
  int nodes = 0;
  for (std::size_t i = 0; i < dofs.size();) {
    const int tree = m_.dof_treeid[dofs[i]];
    node_of[tree] = nodes;
    tree_of[nodes] = tree;
    weight[nodes++] = m_.tree_dofnum[tree];
    i += static_cast<std::size_t>(m_.tree_dofnum[tree]);
  }
  int cliques = 0, members = 0;
  for_each_connection(m_, d_, rows, [&](int, int trees) { ++cliques, members += trees; });
  const std::span<int> start = frame.take<int>(cliques + 1), member = frame.take<int>(members);
  cliques = members = 0;
  for_each_connection(m_, d_, rows, [&](int row, int) {
    start[cliques] = members;
    for_each_tree(m_, d_, row, [&](int tree) { member[members++] = node_of[tree]; });
    const auto now = member.subspan(start[cliques], members - start[cliques]);
    if (cliques > 0 &&
        std::ranges::equal(now, member.subspan(start[cliques - 1], start[cliques] - start[cliques - 1]))) {
      members = start[cliques];
    } else {
      ++cliques;
    }
  });
  start[cliques] = members;

  find_elimination_order({start.first(cliques + 1), member.first(members)}, weight.first(nodes), work(d_).scratch,
                         order.first(nodes));
  std::size_t next = 0;
  for (const int node : order.first(nodes)) {
    for (int i = 0; i < weight[node]; ++i) dofs[next++] = m_.tree_dofadr[tree_of[node]] + i;
  }
}

}  // namespace corten
