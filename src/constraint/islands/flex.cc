// What flexes mean for islands: which trees hang together without rows, and which columns belong to an island.
#include "constraint/islands/island.h"
#include "constraint/row_sink.h"

namespace corten {

bool couples_its_trees(const Model& m, int flex) {
  if (m.flex_rigid[flex] || m.flex_dim[flex] < 2) return false;
  const int stiffness = m.flex_stiffnessadr[flex];
  return m.flex_bendingadr[flex] >= 0 || (stiffness >= 0 && m.flex_stiffness[stiffness] != 0);
}

SparseRows rows_within_islands(const Model& m, const Data& d, Scratch::Frame& frame) {
  const std::span<const int> all_rownnz = d.efc_J_rownnz, all_rowadr = d.efc_J_rowadr, all_colind = d.efc_J_colind;
  const std::span<const double> all_J = d.efc_J;
  const auto leaves = [&](int row, int k) { return d.dof_island[all_colind[k]] != d.efc_island[row]; };
  bool any = false;
  for (int row = 0; m.nflex > 0 && has_dense_rows(m) && row < d.nefc; ++row) {
    for (int k = all_rowadr[row]; k < all_rowadr[row] + all_rownnz[row]; ++k) any |= leaves(row, k);
  }
  if (!any) return {all_rownnz, all_rowadr, all_colind, all_J, {}, {}};
  const std::span<int> rownnz = frame.take<int>(d.nefc), rowadr = frame.take<int>(d.nefc);
  const std::span<int> colind = frame.take<int>(d.nJ);
  const std::span<double> J = frame.take<double>(d.nJ);
  int to = 0;
  for (int row = 0; row < d.nefc; ++row) {
    rowadr[row] = to;
    for (int k = all_rowadr[row]; k < all_rowadr[row] + all_rownnz[row]; ++k) {
      if (leaves(row, k)) continue;
      colind[to] = all_colind[k];
      J[to++] = all_J[k];
    }
    rownnz[row] = to - rowadr[row];
  }
  return {rownnz, rowadr, colind, J, {}, {}};
}

}  // namespace corten
