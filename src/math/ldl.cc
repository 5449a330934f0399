// See ldl.h. The factorisation is the innermost loop of smooth dynamics and lives in kernels/.
#include "math/ldl.h"

#include <cstddef>

#include "math/kernels/factor_tree.h"

namespace corten {

void factor_ldl(const TreePattern& pattern, std::span<double> matrix, std::span<double> diag_inv) {
  kernels::factor_tree(pattern.rownnz.data(), pattern.rowadr.data(), pattern.colind.data(),
                       static_cast<int>(diag_inv.size()), matrix.data(), diag_inv.data());
}

void solve_ldl(const TreePattern& pattern, std::span<const double> factor, std::span<const double> diag_inv,
               std::span<double> x) {
  solve_ldl_range(pattern, factor, diag_inv, x, 0, static_cast<int>(diag_inv.size()));
}

void solve_ldl_range(const TreePattern& pattern, std::span<const double> factor, std::span<const double> diag_inv,
                     std::span<double> x, int first, int count) {
  double* v = x.data();
  // x <- L'^-1 x
  for (int i = first + count - 1; i >= first; --i) {
    const double* row = factor.data() + pattern.rowadr[i];
    const int* cols = pattern.colind.data() + pattern.rowadr[i];
    const double xi = v[i];
    const int diag = pattern.rownnz[i] - 1;
    for (int j = 0; j < diag; ++j) v[cols[j]] -= row[j] * xi;
  }
  // x <- L^-1 D^-1 x
  for (int i = first; i < first + count; ++i) {
    const double* row = factor.data() + pattern.rowadr[i];
    const int* cols = pattern.colind.data() + pattern.rowadr[i];
    double sum = v[i] * diag_inv[static_cast<std::size_t>(i)];
    const int diag = pattern.rownnz[i] - 1;
    for (int j = 0; j < diag; ++j) sum -= row[j] * v[cols[j]];
    v[i] = sum;
  }
}

void multiply_symmetric(const TreePattern& pattern, std::span<const double> matrix, std::span<const double> x,
                        std::span<double> y) {
  for (double& v : y) v = 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    const int start = pattern.rowadr[i];
    const int diag = start + pattern.rownnz[i] - 1;
    double sum = matrix[diag] * x[i];
    for (int a = start; a < diag; ++a) {
      const int j = pattern.colind[a];
      sum += matrix[a] * x[j];
      y[j] += matrix[a] * x[i];
    }
    y[i] += sum;
  }
}

}  // namespace corten
