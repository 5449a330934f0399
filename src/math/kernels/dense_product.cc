// See kernels.h. Three rows at a time, so that the additions of one row need not wait for each other.
#include "math/kernels/kernels.h"
#include "math/kernels/lanes.h"

namespace corten::kernels {

CORTEN_CPU_DISPATCH
void multiply_dense(const double* a, int n, const double* x, double* y) {
  for (int r = 0; r < n; r += 3, a += 3 * n) {
    Lanes4 s0 = {}, s1 = {}, s2 = {};
    int i = 0;
    for (; i + 4 <= n; i += 4) {
      const Lanes4 v = load4(x + i);
      s0 += load4(a + i) * v;
      s1 += load4(a + n + i) * v;
      s2 += load4(a + 2 * n + i) * v;
    }
    double rest0 = 0, rest1 = 0, rest2 = 0;
    for (; i < n; ++i) {
      rest0 += a[i] * x[i];
      rest1 += a[n + i] * x[i];
      rest2 += a[2 * n + i] * x[i];
    }
    y[r] = sum4(s0) + rest0;
    y[r + 1] = sum4(s1) + rest1;
    y[r + 2] = sum4(s2) + rest2;
  }
}

CORTEN_CPU_DISPATCH
void multiply_dense_pair(const double* a, int n, const double* x1, const double* x2, double* y1, double* y2) {
  for (int r = 0; r < n; r += 3, a += 3 * n) {
    Lanes4 s[3] = {}, t[3] = {};
    int i = 0;
    for (; i + 4 <= n; i += 4) {
      const Lanes4 v = load4(x1 + i), w = load4(x2 + i);
      for (int k = 0; k < 3; ++k) {
        const Lanes4 row = load4(a + k * n + i);
        s[k] += row * v;
        t[k] += row * w;
      }
    }
    for (int k = 0; k < 3; ++k) {
      double rest1 = 0, rest2 = 0;
      for (int j = i; j < n; ++j) {
        rest1 += a[k * n + j] * x1[j];
        rest2 += a[k * n + j] * x2[j];
      }
      y1[r + k] = sum4(s[k]) + rest1;
      y2[r + k] = sum4(t[k]) + rest2;
    }
  }
}

}  // namespace corten::kernels
