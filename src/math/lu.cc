// See lu.h. With i from the last dof to the first, and j, k running over the ancestors of i:
//   A(j, i) <- A(j, i) / A(i, i),   A(j, k) <- A(j, k) - A(j, i) A(i, k)
#include "math/lu.h"

namespace corten {

void factor_lu(const DofPattern& pattern, std::span<const int> colind, std::span<double> matrix, int first, int count) {
  double* a = matrix.data();
  for (int i = first + count - 1; i >= first; --i) {
    const double* row = a + pattern.rowadr[i];
    const int* ancestors = colind.data() + pattern.rowadr[i];
    const int depth = pattern.diag[i];
    for (int p = 0; p < depth; ++p) {
      const int j = ancestors[p];
      double& factor = a[pattern.upper(j, i)];
      factor /= row[depth];
      double* target = a + pattern.rowadr[j];
      for (int q = 0; q <= p; ++q) target[q] -= factor * row[q];
      for (int q = p + 1; q < depth; ++q) target[p + ancestors[q] - j] -= factor * row[q];
    }
  }
}

void solve_lu(const DofPattern& pattern, std::span<const int> colind, std::span<const double> factor,
              std::span<double> x, int first, int count) {
  double* v = x.data();
  // x <- U^-1 x
  for (int i = first + count - 1; i >= first; --i) {
    const double* diagonal = factor.data() + pattern.rowadr[i] + pattern.diag[i];
    const int below = pattern.rownnz[i] - 1 - pattern.diag[i];
    for (int k = 1; k <= below; ++k) v[i] -= diagonal[k] * v[i + k];
  }
  // x <- L^-1 x
  for (int i = first; i < first + count; ++i) {
    const double* row = factor.data() + pattern.rowadr[i];
    const int* cols = colind.data() + pattern.rowadr[i];
    const int depth = pattern.diag[i];
    for (int k = 0; k < depth; ++k) v[i] -= row[k] * v[cols[k]];
    v[i] /= row[depth];
  }
}

}  // namespace corten
