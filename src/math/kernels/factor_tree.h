// L'DL factorisation on the tree pattern of ldl.h.
//
// Eliminating dof k, from the leaves to the root, changes the rows of its ancestors i:
//   M(i, :) -= M(k, i) / D(k) * M(k, :)
// The columns of row i are the first columns of row k, so each update is one scaled addition of neighbouring numbers.
#pragma once

namespace corten::kernels {

// For the dofs from `first` to before `end`, which are whole trees. In: the lower triangle. Out: L below the diagonal,
// D on it, 1/D in diag_inv. Pivots below min_pivot are raised to it, and their row is cleared.
void factor_tree(const int* rownnz, const int* rowadr, const int* colind, int first, int end, double* matrix,
                 double* diag_inv, double min_pivot);

// The same for n dofs, number by number and with the pivots as they are: the reference for the test.
void factor_tree_scalar(const int* rownnz, const int* rowadr, const int* colind, int n, double* matrix,
                        double* diag_inv);

}  // namespace corten::kernels
