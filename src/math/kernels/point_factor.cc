// See kernels.h.
#include "math/kernels/kernels.h"
#include "math/kernels/lanes.h"

namespace corten::kernels {

namespace {

// The three rows of a point.
struct PointRow {
  __attribute__((always_inline)) PointRow(const PointFactor& f, int p)
      : column(f.colind + f.rowadr[3 * p]), last(f.rownnz[3 * p] - 1) {
    for (int k = 0; k < 3; ++k) value[k] = f.value + f.rowadr[3 * p + k];
  }
  __attribute__((always_inline)) Lanes4 operator[](int i) const {
    return Lanes4{value[0][i], value[1][i], value[2][i], 0};
  }
  // Of the fourth lane 1, so that zero stays zero.
  __attribute__((always_inline)) Lanes4 diagonal() const {
    return Lanes4{value[0][last], value[1][last], value[2][last], 1};
  }
  int place(int i) const { return kPointLanes * (column[i] / 3); }

  const double* value[3];
  const int* column;
  int last;
};

}  // namespace

CORTEN_CPU_DISPATCH
void solve_point_factor(const PointFactor& factor, double* x) {
  for (int p = factor.count - 1; p >= 0; --p) {
    const PointRow row(factor, p);
    auto* const to = reinterpret_cast<Lanes4*>(x + kPointLanes * p);
    const Lanes4 z = *to / row.diagonal();
    *to = z;
    for (int i = 0; i < row.last; ++i) *reinterpret_cast<Lanes4*>(x + row.place(i)) -= row[i] * z;
  }
  for (int p = 0; p < factor.count; ++p) {
    const PointRow row(factor, p);
    auto* const to = reinterpret_cast<Lanes4*>(x + kPointLanes * p);
    // Two sums: each subtraction would wait for the one before.
    Lanes4 even = *to, odd = {};
    int i = 0;
    for (; i + 1 < row.last; i += 2) {
      even -= row[i] * load4(x + row.place(i));
      odd -= row[i + 1] * load4(x + row.place(i + 1));
    }
    if (i < row.last) even -= row[i] * load4(x + row.place(i));
    *to = (even + odd) / row.diagonal();
  }
}

void solve_point_factor_scalar(const PointFactor& factor, double* x) {
  const auto number = [x](int row) -> double& { return x[kPointLanes * (row / 3) + row % 3]; };
  for (int r = 3 * factor.count - 1; r >= 0; --r) {
    const int first = factor.rowadr[r], last = first + factor.rownnz[r] - 1;
    number(r) /= factor.value[last];
    for (int i = first; i < last; ++i) number(factor.colind[i]) -= factor.value[i] * number(r);
  }
  for (int r = 0; r < 3 * factor.count; ++r) {
    const int first = factor.rowadr[r], last = first + factor.rownnz[r] - 1;
    for (int i = first; i < last; ++i) number(r) -= factor.value[i] * number(factor.colind[i]);
    number(r) /= factor.value[last];
  }
}

}  // namespace corten::kernels
