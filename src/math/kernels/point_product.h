// Products with a sparse symmetric matrix of 3 by 3 blocks, one block row and column per point of a flex.
//
// The three rows of a point lie one after the other and have the same columns, in increasing order and in threes.
#pragma once

namespace corten::kernels {

struct PointRows {
  const int* first;                     // first row of each point
  int count;                            // points
  const int *rownnz, *rowadr, *colind;  // of all rows
  const double* value;
};

// y <- y + A x
void add_point_product(const PointRows& a, const double* x, double* y);

// The same, number by number: the reference for the test.
void add_point_product_scalar(const PointRows& a, const double* x, double* y);

}  // namespace corten::kernels
