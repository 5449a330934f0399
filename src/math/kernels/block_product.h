// Products with the blocks of block_rows.h.
#pragma once

#include "math/block_rows.h"

namespace corten::kernels {

// y <- A x
void multiply_blocks(const BlockRows& a, const double* x, double* y, double* work);

// y <- y + A' f
void add_transposed_blocks(const BlockRows& a, const double* f, double* y, double* work);

double dot(const double* a, const double* b, int n);

// H(j, 0 ... j) += sum over the rows r of weighted(r, j) * value(r, 0 ... j) for the `n` columns of a block.
// row_start[j] is where H(j, 0) stands. Whole vectors are written: up to three numbers behind the diagonal are spoiled.
void add_outer(double* matrix, const int* row_start, int n, const double* value, const double* weighted, int rows,
               int stride);

// The same with scattered places: H(j, i) is matrix[place[j (j + 1) / 2 + i]].
void add_outer_scattered(double* matrix, const int* place, int n, const double* value, const double* weighted, int rows,
                         int stride);

}  // namespace corten::kernels
