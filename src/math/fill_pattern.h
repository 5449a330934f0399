// Sparsity of the L'DL factor of H = M + J' D J, and the factorisation on it.
//
// Eliminating dofs from the last to the first, dof k connects all its remaining neighbours S(k). With p(k) = max S(k),
// the parent of k in the elimination tree, S(p) contains S(k) without p: one pass over the dofs gives all fill-in.
// The columns of a block of J are pairwise connected, so it is enough to put them into S of the largest one.
//
// S(k) is part of the path from k to the root of the elimination tree. If rows are filled up to the whole path, the
// place of a column is its depth in every row and the pattern is the one of ldl.h, with contiguous inner loops. For
// contacts of an articulated body little or nothing is added; for many free bodies or a flex it would be too much.
#pragma once

#include <limits>
#include <span>

#include "base/workers.h"
#include "corten/scratch.h"
#include "math/block_rows.h"
#include "math/ldl.h"

namespace corten {

// Consecutive rows with the same columns, up to the rows themselves; see fill_factor.cc.
struct FillGroup {
  int first = 0, last = 0;  // rows
  int before = 0;           // columns before the first row
  int subtree = -1;         // -1: none, an ancestor of subtrees
  int rows() const { return last - first + 1; }
};

struct FillGroups {
  std::span<const FillGroup> list;
  std::span<const int> of_row;
  std::span<const int> in_subtrees, subtree_start;  // groups by subtree, increasing; and behind them those in none
  int subtrees = 0;
};

struct FillPattern {
  std::span<const int> rownnz, rowadr, colind;
  bool complete =
      false;     // rows are whole paths, so that a column c stands at place rownnz[c] - 1 of all rows that hold it
  int size = 0;  // room for the values; -1: too many, there is no pattern
  FillGroups groups{};  // of its rows, if there are gaps

  TreePattern rows() const { return {rownnz, rowadr, colind}; }
};

// `most`: of values.
FillPattern make_fill_pattern(const TreePattern& inertia, int n, const BlockRows& jacobian, Scratch::Frame& frame,
                              long most = std::numeric_limits<int>::max());

FillGroups find_groups(const FillPattern& pattern, Scratch::Frame& frame);

// In: the lower triangle. Out: L below the diagonal, D on it, 1/D in `diag_inv`. Pivots below `min_pivot` are raised to
// it, and their row of L is cleared.
void factor_fill(const FillPattern& pattern, std::span<double> matrix, std::span<double> diag_inv, double min_pivot,
                 const Workers& workers);

// x <- H^-1 x with that factor; see fill_solve.cc.
void solve_fill(const FillPattern& pattern, std::span<const double> factor, std::span<const double> diag_inv,
                std::span<double> x, const Workers& workers);

}  // namespace corten
