// See ldl.h. The factorisation is the innermost loop of smooth dynamics and lives in kernels/.
#include "math/ldl.h"

#include <cstddef>
#include <limits>

#include "math/kernels/kernels.h"

namespace corten {

namespace {

constexpr double kAnyPivot = -std::numeric_limits<double>::infinity();  // an inertia that is no inertia shows in qacc

// Behind the last of the rows from `first` on that are a diagonal alone, one after the other: the vertices of a flex.
int end_of_diagonal(const TreePattern& pattern, int first, int end) {
  const int *nnz = pattern.rownnz.data(), *adr = pattern.rowadr.data();
  int i = first;
  while (i < end && nnz[i] == 1 && adr[i] - adr[first] == i - first) ++i;
  return i;
}

}  // namespace

void factor_ldl(const TreePattern& pattern, std::span<double> matrix, std::span<double> diag_inv) {
  factor_ldl_range(pattern, matrix, diag_inv, 0, static_cast<int>(diag_inv.size()));
}

void factor_ldl_range(const TreePattern& pattern, std::span<double> matrix, std::span<double> diag_inv, int first,
                      int count) {
  kernels::factor_tree(pattern.rownnz.data(), pattern.rowadr.data(), pattern.colind.data(), first, first + count,
                       matrix.data(), diag_inv.data(), kAnyPivot);
}

void solve_ldl(const TreePattern& pattern, std::span<const double> factor, std::span<const double> diag_inv,
               std::span<double> x) {
  solve_ldl_range(pattern, factor, diag_inv, x, 0, static_cast<int>(diag_inv.size()));
}

void solve_ldl_range(const TreePattern& pattern, std::span<const double> factor, std::span<const double> diag_inv,
                     std::span<double> x, int first, int count) {
  double* v = x.data();
  // x <- L'^-1 x. The parent first: its row is the next one.
  for (int i = first + count - 1; i >= first; --i) {
    if (pattern.rownnz[i] == 1) continue;
    const double* row = factor.data() + pattern.rowadr[i];
    const int* cols = pattern.colind.data() + pattern.rowadr[i];
    const double xi = v[i];
    const int diag = pattern.rownnz[i] - 1;
    for (int j = diag - 1; j >= 0; --j) v[cols[j]] -= row[j] * xi;
  }
  // x <- L^-1 D^-1 x
  for (int i = first; i < first + count; ++i) {
    if (pattern.rownnz[i] == 1) {
      const int end = end_of_diagonal(pattern, i, first + count);
      for (const double* inverse = diag_inv.data(); i < end; ++i) v[i] *= inverse[i];
      --i;
      continue;
    }
    const double* row = factor.data() + pattern.rowadr[i];
    const int* cols = pattern.colind.data() + pattern.rowadr[i];
    // Two sums: each addition would wait for the one before. The parent last: its number was the last to be found.
    double even = v[i] * diag_inv[static_cast<std::size_t>(i)], odd = 0;
    const int parent = pattern.rownnz[i] - 2;
    int j = 0;
    for (; j + 1 < parent; j += 2) {
      even -= row[j] * v[cols[j]];
      odd -= row[j + 1] * v[cols[j + 1]];
    }
    if (j < parent) even -= row[j] * v[cols[j]];
    even += odd;
    if (parent >= 0) even -= row[parent] * v[cols[parent]];
    v[i] = even;
  }
}

void multiply_symmetric(const TreePattern& pattern, std::span<const double> matrix, std::span<const double> x,
                        std::span<double> y) {
  const double* in = x.data();
  double* out = y.data();
  const int n = static_cast<int>(y.size());
  for (int i = 0; i < n; ++i) {
    const double* row = matrix.data() + pattern.rowadr[i];
    const int diag = pattern.rownnz[i] - 1;
    if (diag == 0) {
      for (const int end = end_of_diagonal(pattern, i, n); i < end; ++i) out[i] = *row++ * in[i];
      --i;
      continue;
    }
    const double xi = in[i];
    const int* cols = pattern.colind.data() + pattern.rowadr[i];
    // Two sums: each addition would wait for the one before.
    double even = row[diag] * xi, odd = 0;
    int a = 0;
    for (; a + 1 < diag; a += 2) {
      const int j = cols[a], k = cols[a + 1];
      even += row[a] * in[j];
      odd += row[a + 1] * in[k];
      out[j] += row[a] * xi;
      out[k] += row[a + 1] * xi;
    }
    if (a < diag) {
      even += row[a] * in[cols[a]];
      out[cols[a]] += row[a] * xi;
    }
    out[i] = even + odd;  // rows before this one have no entry in column i
  }
}

void solve_ldl_columns(const TreePattern& pattern, std::span<const double> factor, std::span<const double> diag_inv,
                       std::span<double> x, int width) {
  kernels::solve_tree_columns(pattern.rownnz.data(), pattern.rowadr.data(), pattern.colind.data(),
                              static_cast<int>(diag_inv.size()), factor.data(), diag_inv.data(), x.data(), width);
}

void add_symmetric_columns(const TreePattern& pattern, std::span<const double> matrix, std::span<const double> x,
                           std::span<double> y, int width) {
  kernels::add_tree_product_columns(pattern.rownnz.data(), pattern.rowadr.data(), pattern.colind.data(),
                                    static_cast<int>(x.size()) / width, matrix.data(), x.data(), y.data(), width);
}

}  // namespace corten
