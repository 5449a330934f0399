// Factor and solve with an unsymmetric matrix over kinematic trees, in which a dof interacts with its
// ancestors and its descendants.
//
// A = U L with U unit upper and L lower triangular. Elimination from the leaves to the root creates no fill-in, for the
// ancestors of a dof form a chain. There is no pivoting: the matrix is an inertia matrix with a small change.
#pragma once

#include <span>

namespace corten {

// Row i holds the ancestors of dof i, then i itself at place diag[i], then its descendants i + 1, i + 2, ...
// The place of an ancestor in a row is therefore the number of its own ancestors.
struct DofPattern {
  std::span<const int> rownnz, rowadr, diag;

  // Place of the last descendant of a dof.
  int last_descendant(int dof) const { return dof + rownnz[dof] - 1 - diag[dof]; }
  // Address of an element whose column is an ancestor of the row or the row itself, and of its mirror image.
  int lower(int row, int ancestor) const { return rowadr[row] + diag[ancestor]; }
  int upper(int ancestor, int col) const { return rowadr[ancestor] + diag[ancestor] + col - ancestor; }
  // Address of any element, -1 if it is always zero.
  int find(int row, int col) const {
    if (col <= row) return row <= last_descendant(col) ? lower(row, col) : -1;
    return col <= last_descendant(row) ? upper(row, col) : -1;
  }
};

// In: A. Out: U above the diagonal, L elsewhere. Works on the dofs first ... first + count - 1, which must be whole
// kinematic trees; `colind` lists the columns of the rows.
void factor_lu(const DofPattern& pattern, std::span<const int> colind, std::span<double> matrix, int first, int count);

// x <- A^-1 x for the same dofs; the rest of x is not touched.
void solve_lu(const DofPattern& pattern, std::span<const int> colind, std::span<const double> factor,
              std::span<double> x, int first, int count);

}  // namespace corten
