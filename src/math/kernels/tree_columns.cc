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

CORTEN_CPU_DISPATCH
void half_solve_tree_columns(const int* rownnz, const int* rowadr, const int* colind, const int* dofs, int n,
                             const double* factor, const double* root, double* x, const int* local, int width) {
  const std::ptrdiff_t stride = width;
  for (int k = n - 1; k >= 0; --k) {
    const int i = dofs[k];
    const double* row = factor + rowadr[i];
    const int* cols = colind + rowadr[i];
    double* xi = x + local[i] * stride;
    for (int j = rownnz[i] - 2; j >= 0; --j) add_scaled_row(x + local[cols[j]] * stride, xi, -row[j], width);
    scale_row(xi, root[i], width);
  }
}

namespace {

// The rows of the product share what is read of x.
template <int kRows>
__attribute__((always_inline)) inline void multiply_rows(const double* y, std::ptrdiff_t y_width, const int* dofs,
                                                         int n, const double* x, const int* local, std::ptrdiff_t width,
                                                         double* product) {
  for (int c = 0; c < width; c += 4) {
    Lanes4 sum[kRows] = {};
    for (int i = 0; i < n; ++i) {
      const Lanes4 xi = load4(x + local[dofs[i]] * width + c);
      for (int r = 0; r < kRows; ++r) sum[r] += y[i * y_width + r] * xi;
    }
    for (int r = 0; r < kRows; ++r) *reinterpret_cast<Lanes4*>(product + r * width + c) = sum[r];
  }
}

}  // namespace

CORTEN_CPU_DISPATCH
void multiply_columns(const double* y, int y_width, int count, const int* dofs, int n, const double* x,
                      const int* local, int width, double* product) {
  if (count == 1) return multiply_rows<1>(y, y_width, dofs, n, x, local, width, product);
  for (int r = 0; r < count; r += 4) {
    multiply_rows<4>(y + r, y_width, dofs, n, x, local, width, product + r * width);
  }
}

}  // namespace corten::kernels
