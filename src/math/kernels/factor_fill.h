// L'DL factorisation on a pattern with gaps (fill_pattern.h), row by row from the last to the first:
//   row r  -=  sum over the rows c > r with L(c, r) != 0 of  L(c, r) D(c) L(c, 0 ... r)
#pragma once

namespace corten::kernels {

// In: the lower triangle, diagonal last in each row. Out: L below the diagonal, D on it, 1/D in diag_inv. Pivots below
// min_pivot are raised to it. `work` has room for 4 n integers.
void factor_fill(const int* rownnz, const int* rowadr, const int* colind, int n, double* matrix, double* diag_inv,
                 double min_pivot, int* work);

}  // namespace corten::kernels
