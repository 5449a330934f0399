// Factor and solve with the sparse inertia matrix of kinematic trees.
//
// M = L' D L with L unit lower triangular. Row i of M holds the ancestor dofs of dof i in increasing order and the
// diagonal last, so the ancestors' own rows are prefixes of it: elimination from the leaves to the root creates no
// fill-in, and L has the pattern of M (Featherstone, Rigid Body Dynamics Algorithms, section 6.5).
#pragma once

#include <span>

namespace corten {

// Rows that are eliminated into have room for whole vectors of this many numbers, so that the inner loop needs no
// remainder. What stands in the padding is never used.
inline constexpr int kRowPadding = 4;
constexpr int padded_row(int nnz) { return (nnz + kRowPadding - 1) / kRowPadding * kRowPadding; }
// Such rows of M and of Hessians, to which vectors are added that start at any column.
constexpr int padded_factor_row(int nnz) { return padded_row(nnz + kRowPadding - 1); }

// Pattern of a lower-triangular matrix with tree sparsity. Rows with ancestors or descendants are padded as factors.
struct TreePattern {
  std::span<const int> rownnz, rowadr, colind;
};

// In: the lower triangle of M. Out: L below the diagonal, D on it, 1/D in `diag_inv`.
void factor_ldl(const TreePattern& pattern, std::span<double> matrix, std::span<double> diag_inv);

// The same for the dofs first ... first + count - 1, which must be whole kinematic trees.
void factor_ldl_range(const TreePattern& pattern, std::span<double> matrix, std::span<double> diag_inv, int first,
                      int count);

// x <- M^-1 x.
void solve_ldl(const TreePattern& pattern, std::span<const double> factor, std::span<const double> diag_inv,
               std::span<double> x);

// The same for the dofs first ... first + count - 1, which must be whole kinematic trees; the rest of x is not touched.
void solve_ldl_range(const TreePattern& pattern, std::span<const double> factor, std::span<const double> diag_inv,
                     std::span<double> x, int first, int count);

// y <- M x with the unfactored, symmetric matrix.
void multiply_symmetric(const TreePattern& pattern, std::span<const double> matrix, std::span<const double> x,
                        std::span<double> y);

// Many vectors at once: matrices of `width` columns, a multiple of kRowPadding, row after row.
// x <- M^-1 x with the factor, y += M x with the matrix itself.
void solve_ldl_columns(const TreePattern& pattern, std::span<const double> factor, std::span<const double> diag_inv,
                       std::span<double> x, int width);
void add_symmetric_columns(const TreePattern& pattern, std::span<const double> matrix, std::span<const double> x,
                           std::span<double> y, int width);

}  // namespace corten
