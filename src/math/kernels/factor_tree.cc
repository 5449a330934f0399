// See kernels.h. The vector variant rounds updates up to whole vectors: the surplus lands in the padding of row i.
#include "math/kernels/kernels.h"
#include "math/kernels/lanes.h"

namespace corten::kernels {

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
    for (int j = diag - 1; j >= 0; --j) {
      double* row_i = matrix + rowadr[cols[j]];
      const double scale = row_k[j] * inv;
      for (int c = 0; c <= j; c += 4) {
        *reinterpret_cast<Lanes4*>(row_i + c) -= scale * *reinterpret_cast<const Lanes4*>(row_k + c);
      }
    }
    for (int c = 0; c < diag; c += 4) *reinterpret_cast<Lanes4*>(row_k + c) *= inv;
    row_k[diag] = pivot;  // the last vector reached the diagonal
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
