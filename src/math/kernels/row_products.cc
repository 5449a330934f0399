// See kernels.h. A vector of a row is loaded once for all rows from which it is subtracted.
#include "math/kernels/kernels.h"
#include "math/kernels/lanes.h"

namespace corten::kernels {

namespace {

// sum[k] <- sum[k] - sum over c of scale rows[c][i ... i + 3]
template <int kRows>
inline __attribute__((always_inline)) void subtract_from(Lanes4 (&sum)[kRows], const RowProducts& p, int i) {
  const double* scale = p.scale;
  for (int c = 0; c < p.count; ++c, scale += kRows) {
    const Lanes4 v = load4(p.rows[c] + i);
    for (int k = 0; k < kRows; ++k) sum[k] -= scale[k] * v;
  }
}

template <int kRows>
inline __attribute__((always_inline)) void subtract(const RowProducts& p, double* const* out, int begin, int end) {
  int i = begin;
  for (; i + 4 <= end; i += 4) {
    Lanes4 sum[kRows];
    for (int k = 0; k < kRows; ++k) sum[k] = load4(out[k] + i);
    subtract_from(sum, p, i);
    for (int k = 0; k < kRows; ++k) put4(sum[k], out[k] + i);
  }
  for (; i < end; ++i) {
    for (int k = 0; k < kRows; ++k) {
      double sum = out[k][i];
      for (int c = 0; c < p.count; ++c) sum -= p.scale[c * kRows + k] * p.rows[c][i];
      out[k][i] = sum;
    }
  }
}

template <int kRows>
inline __attribute__((always_inline)) void subtract_spread(const RowProducts& p, double* const* out, const int* to,
                                                           int begin, int end) {
  int i = begin;
  for (; i + 4 <= end; i += 4) {
    Lanes4 sum[kRows] = {};
    subtract_from(sum, p, i);
    if (to[i + 3] - to[i] == 3) {
      for (int k = 0; k < kRows; ++k) put4(load4(out[k] + to[i]) + sum[k], out[k] + to[i]);
    } else {
      for (int j = 0; j < 4; ++j) {
        for (int k = 0; k < kRows; ++k) out[k][to[i + j]] += sum[k][j];
      }
    }
  }
  for (; i < end + kRows - 1; i += 4) {  // where the rows end
    Lanes4 sum[kRows] = {};
    subtract_from(sum, p, i);
    for (int k = 0; k < kRows; ++k) {
      for (int j = 0; j < 4; ++j) {
        if (i + j < end + k) out[k][to[i + j]] += sum[k][j];
      }
    }
  }
}

}  // namespace

CORTEN_CPU_DISPATCH
void subtract_products(const RowProducts& p, double* const* out, int begin, int end) {
  with_rows(p.targets, [&]<int kRows>() { subtract<kRows>(p, out, begin, end); });
}

CORTEN_CPU_DISPATCH
void subtract_spread_products(const RowProducts& p, double* const* out, const int* to, int begin, int end) {
  with_rows(p.targets, [&]<int kRows>() { subtract_spread<kRows>(p, out, to, begin, end); });
}

namespace {

template <int kRows>
inline __attribute__((always_inline)) void subtract_pairs(const double* const* rows, const double* x, int n,
                                                          double* sums) {
  Lanes2 sum[kRows];
  for (int k = 0; k < kRows; ++k) sum[k] = load2(sums + 2 * k);
  for (int i = 0; i < n; i += 2) {
    const Lanes2 v = load2(x + i);
    for (int k = 0; k < kRows; ++k) sum[k] -= load2(rows[k] + i) * v;
  }
  for (int k = 0; k < kRows; ++k) sums[2 * k] = sum[k][0], sums[2 * k + 1] = sum[k][1];
}

}  // namespace

CORTEN_CPU_DISPATCH
void subtract_pair_products(const double* const* rows, int count, const double* x, int n, double* sums) {
  int k = 0;
  for (; k + 6 <= count; k += 6) subtract_pairs<6>(rows + k, x, n, sums + 2 * k);
  for (; k + 3 <= count; k += 3) subtract_pairs<3>(rows + k, x, n, sums + 2 * k);
  for (; k < count; ++k) subtract_pairs<1>(rows + k, x, n, sums + 2 * k);
}

}  // namespace corten::kernels
