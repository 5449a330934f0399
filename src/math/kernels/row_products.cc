// See kernels.h. A vector of a row is loaded once for all rows from which it is subtracted.
#include "math/kernels/kernels.h"
#include "math/kernels/lanes.h"

namespace corten::kernels {

namespace {

template <int kRows>
inline __attribute__((always_inline)) void subtract(const RowProducts& p, double* const* out, bool add, int begin,
                                                    int end) {
  int i = begin;
  for (; i + 4 <= end; i += 4) {
    Lanes4 sum[kRows];
    for (int k = 0; k < kRows; ++k) sum[k] = add ? load4(out[k] + i) : Lanes4{};
    const double* scale = p.scale;
    for (int c = 0; c < p.count; ++c, scale += kRows) {
      const Lanes4 v = load4(p.rows[c] + i);
      for (int k = 0; k < kRows; ++k) sum[k] -= scale[k] * v;
    }
    for (int k = 0; k < kRows; ++k) *reinterpret_cast<Lanes4*>(out[k] + i) = sum[k];
  }
  for (; i < end; ++i) {
    for (int k = 0; k < kRows; ++k) {
      double sum = add ? out[k][i] : 0;
      for (int c = 0; c < p.count; ++c) sum -= p.scale[c * kRows + k] * p.rows[c][i];
      out[k][i] = sum;
    }
  }
}

}  // namespace

CORTEN_CPU_DISPATCH
void subtract_products(const RowProducts& p, double* const* out, bool add, int begin, int end) {
  switch (p.targets) {
    case 1:
      return subtract<1>(p, out, add, begin, end);
    case 2:
      return subtract<2>(p, out, add, begin, end);
    case 3:
      return subtract<3>(p, out, add, begin, end);
    case 4:
      return subtract<4>(p, out, add, begin, end);
    case 5:
      return subtract<5>(p, out, add, begin, end);
    default:
      return subtract<6>(p, out, add, begin, end);
  }
}

}  // namespace corten::kernels
