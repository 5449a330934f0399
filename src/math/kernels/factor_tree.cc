// See kernels.h. The vector variant rounds updates up to whole vectors: the surplus lands in the padding of row i. In a
// chain it eliminates a dof and its parent in one pass over the rows of their ancestors, in the same order of sums.
#include "math/kernels/kernels.h"
#include "math/kernels/lanes.h"

namespace corten::kernels {

namespace {

// row(0 ... last) -= scale other(0 ... last)
__attribute__((always_inline)) inline void subtract_row(double* row, double scale, const double* other, int last) {
  for (int c = 0; c <= last; c += 4) *reinterpret_cast<Lanes4*>(row + c) -= scale * load4(other + c);
}

// The row below the diagonal becomes one of L.
__attribute__((always_inline)) inline void finish_row(double* row, int diag, double pivot, double inv) {
  for (int c = 0; c < diag; c += 4) *reinterpret_cast<Lanes4*>(row + c) *= inv;
  row[diag] = pivot;  // the last vector reached the diagonal
}

}  // namespace

CORTEN_CPU_DISPATCH
void factor_tree(const int* rownnz, const int* rowadr, const int* colind, int first, int end, double* matrix,
                 double* diag_inv, double min_pivot) {
  for (int k = end - 1; k >= first; --k) {
    double* row_k = matrix + rowadr[k];
    const int* cols = colind + rowadr[k];
    const int diag = rownnz[k] - 1;
    const double pivot = row_k[diag];
    if (pivot < min_pivot) {
      cut_off(row_k, diag, min_pivot);
      diag_inv[k] = 1 / min_pivot;
      continue;
    }
    const double inv = 1 / pivot;
    diag_inv[k] = inv;
    if (diag == 0) continue;

    const int up = cols[diag - 1];
    double* row_up = matrix + rowadr[up];
    subtract_row(row_up, row_k[diag - 1] * inv, row_k, diag - 1);
    const double pivot_up = row_up[diag - 1];
    if (up != k - 1 || pivot_up < min_pivot) {  // a branch ends here
      for (int j = diag - 2; j >= 0; --j) subtract_row(matrix + rowadr[cols[j]], row_k[j] * inv, row_k, j);
      finish_row(row_k, diag, pivot, inv);
      continue;
    }
    const double inv_up = 1 / pivot_up;
    diag_inv[up] = inv_up;
    for (int j = diag - 2; j >= 0; --j) {
      double* row_i = matrix + rowadr[cols[j]];
      const double scale = row_k[j] * inv, scale_up = row_up[j] * inv_up;
      for (int c = 0; c <= j; c += 4) {
        auto& numbers = *reinterpret_cast<Lanes4*>(row_i + c);
        numbers = (numbers - scale * load4(row_k + c)) - scale_up * load4(row_up + c);
      }
    }
    finish_row(row_k, diag, pivot, inv);
    finish_row(row_up, diag - 1, pivot_up, inv_up);
    --k;
  }
}

void factor_tree_scalar(const int* rownnz, const int* rowadr, const int* colind, int n, double* matrix,
                        double* diag_inv) {
  for (int k = n - 1; k >= 0; --k) {
    double* row_k = matrix + rowadr[k];
    const int diag = rownnz[k] - 1;
    diag_inv[k] = 1 / row_k[diag];
    for (int j = diag - 1; j >= 0; --j) {
      double* row_i = matrix + rowadr[colind[rowadr[k] + j]];
      const double scale = row_k[j] * diag_inv[k];
      for (int c = 0; c <= j; ++c) row_i[c] -= scale * row_k[c];
    }
    for (int j = 0; j < diag; ++j) row_k[j] *= diag_inv[k];
  }
}

}  // namespace corten::kernels
