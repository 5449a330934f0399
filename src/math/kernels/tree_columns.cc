// See kernels.h. Each number of the factor is met once for all columns.
#include "math/kernels/kernels.h"
#include "math/kernels/lanes.h"

namespace corten::kernels {

namespace {

// y += scale x, whole vectors
__attribute__((always_inline)) inline void add_scaled_row(double* y, const double* x, double scale, int width) {
  for (int c = 0; c < width; c += 4) *reinterpret_cast<Lanes4*>(y + c) += scale * load4(x + c);
}

__attribute__((always_inline)) inline void scale_row(double* y, double scale, int width) {
  for (int c = 0; c < width; c += 4) *reinterpret_cast<Lanes4*>(y + c) *= scale;
}

}  // namespace

CORTEN_CPU_DISPATCH
void solve_tree_columns(const int* rownnz, const int* rowadr, const int* colind, int n, const double* factor,
                        const double* diag_inv, double* x, int width) {
  const std::ptrdiff_t stride = width;
  for (int i = n - 1; i >= 0; --i) {
    const double* row = factor + rowadr[i];
    const int* cols = colind + rowadr[i];
    for (int j = rownnz[i] - 2; j >= 0; --j) add_scaled_row(x + cols[j] * stride, x + i * stride, -row[j], width);
  }
  for (int i = 0; i < n; ++i) {
    const double* row = factor + rowadr[i];
    const int* cols = colind + rowadr[i];
    scale_row(x + i * stride, diag_inv[i], width);
    for (int j = 0; j < rownnz[i] - 1; ++j) add_scaled_row(x + i * stride, x + cols[j] * stride, -row[j], width);
  }
}

CORTEN_CPU_DISPATCH
void add_tree_product_columns(const int* rownnz, const int* rowadr, const int* colind, int n, const double* matrix,
                              const double* x, double* y, int width) {
  const std::ptrdiff_t stride = width;
  for (int i = 0; i < n; ++i) {
    const double* row = matrix + rowadr[i];
    const int* cols = colind + rowadr[i];
    const int diag = rownnz[i] - 1;
    for (int j = 0; j < diag; ++j) {
      add_scaled_row(y + i * stride, x + cols[j] * stride, row[j], width);
      add_scaled_row(y + cols[j] * stride, x + i * stride, row[j], width);
    }
    add_scaled_row(y + i * stride, x + i * stride, row[diag], width);
  }
}

}  // namespace corten::kernels
