// L'DL factorisation on a pattern with gaps (fill_pattern.h), row by row from the last to the first:
//   row r  -=  sum over the rows c > r with L(c, r) != 0 of  L(c, r) D(c) L(c, 0 ... r)
#pragma once

namespace corten::kernels {

// In: the lower triangle, diagonal last in each row. Out: L below the diagonal, D on it, 1/D in diag_inv. Pivots below
// min_pivot are raised to it, and their row is cleared. The work arrays have room for 5 n integers and 2 n + 4 numbers.
void factor_fill(const int* rownnz, const int* rowadr, const int* colind, int n, double* matrix, double* diag_inv,
                 double min_pivot, int* work, double* number_work);

}  // namespace corten::kernels
