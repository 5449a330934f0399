// See kernels.h.
#include "math/kernels/kernels.h"
#include "math/kernels/lanes.h"

namespace corten::kernels {

CORTEN_CPU_DISPATCH
void solve_point_factor(const PointFactor& f, double* x) {
  for (int p = f.count - 1; p >= 0; --p) {
    const int last = f.start[p + 1] - 1;
    auto* const own = reinterpret_cast<Lanes4*>(x + kPointLanes * p);
    const Lanes4 z = *own / f.value[last];
    *own = z;
    for (int i = f.start[p]; i < last; ++i) *reinterpret_cast<Lanes4*>(x + f.place[i]) -= f.value[i] * z;
  }
  for (int p = 0; p < f.count; ++p) {
    const int last = f.start[p + 1] - 1;
    auto* const own = reinterpret_cast<Lanes4*>(x + kPointLanes * p);
    // Two sums: each subtraction would wait for the one before.
    Lanes4 even = *own, odd = {};
    int i = f.start[p];
    for (; i + 1 < last; i += 2) {
      even -= f.value[i] * load4(x + f.place[i]);
      odd -= f.value[i + 1] * load4(x + f.place[i + 1]);
    }
    if (i < last) even -= f.value[i] * load4(x + f.place[i]);
    *own = (even + odd) / f.value[last];
  }
}

}  // namespace corten::kernels
