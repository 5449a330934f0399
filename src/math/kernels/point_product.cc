// See kernels.h. A block takes four numbers at a time of each row and of x, the fourth times zero; behind the
// last block of a row there may be nothing to read, so it is taken number by number.
#include "math/kernels/kernels.h"
#include "math/kernels/lanes.h"

namespace corten::kernels {

namespace {

__attribute__((always_inline)) inline double sum3(Lanes4 v) { return (v[0] + v[1]) + v[2]; }
inline double dot3(const double* a, const double* x) { return a[0] * x[0] + a[1] * x[1] + a[2] * x[2]; }

}  // namespace

CORTEN_CPU_DISPATCH
void add_point_product(const PointRows& m, const double* x, double* y) {
  for (int p = 0; p < m.count; ++p) {
    const int row = m.first[p], start = m.rowadr[row], last = m.rownnz[row] - 3;
    const int* column = m.colind + start;
    const double *a = m.value + start, *b = a + last + 3, *c = b + last + 3;
    Lanes4 s0 = {}, s1 = {}, s2 = {};
    for (int k = 0; k < last; k += 3) {
      Lanes4 v = load4(x + column[k]);
      v[3] = 0;
      s0 += load4(a + k) * v;
      s1 += load4(b + k) * v;
      s2 += load4(c + k) * v;
    }
    const double* z = x + column[last];
    y[row] += sum3(s0) + dot3(a + last, z);
    y[row + 1] += sum3(s1) + dot3(b + last, z);
    y[row + 2] += sum3(s2) + dot3(c + last, z);
  }
}

void add_point_product_scalar(const PointRows& m, const double* x, double* y) {
  for (int p = 0; p < m.count; ++p) {
    for (int row = m.first[p]; row < m.first[p] + 3; ++row) {
      for (int k = m.rowadr[row]; k < m.rowadr[row] + m.rownnz[row]; ++k) y[row] += m.value[k] * x[m.colind[k]];
    }
  }
}

}  // namespace corten::kernels
