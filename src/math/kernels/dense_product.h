// Products of a dense square matrix, row after row, with one or two vectors; n is a multiple of 3.
#pragma once

namespace corten::kernels {

// y = A x
void multiply_dense(const double* a, int n, const double* x, double* y);

// y1 = A x1 and y2 = A x2, reading A once.
void multiply_dense_pair(const double* a, int n, const double* x1, const double* x2, double* y1, double* y2);

}  // namespace corten::kernels
