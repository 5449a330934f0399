// Quadratic problem over an ellipsoid, as it appears in the friction cone of one contact:
//
//   minimise  x'A x / 2 + b'x   subject to   sum (x_i / d_i)^2 <= r^2
#pragma once

namespace corten {

// A is symmetric n x n, n <= 5. Returns whether the minimum lies on the boundary, where x is only approximate.
// A matrix that is not positive definite gives x = 0.
bool solve_qcqp(double* x, const double* a, const double* b, const double* d, double r, int n);

// In-place Cholesky A = L L' of a small dense matrix; pivots below `min_pivot` are raised to it and lose their column.
// Returns the number of sound pivots.
int factor_cholesky(double* a, int n, double min_pivot);

// x <- (L L')^-1 b
void solve_cholesky(double* x, const double* factor, const double* b, int n);

}  // namespace corten
