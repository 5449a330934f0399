// See kernels.h.
#include "math/kernels/kernels.h"
#include "math/kernels/lanes.h"

namespace corten::kernels {

CORTEN_CPU_DISPATCH
void add_hinge_product(const Hinges& h, double scale, const double* x, double* y) {
  const double* b = h.value;
  for (int e = 0; e < h.count; ++e, b += h.stride) {
    const int point[4] = {h.edge[2 * e], h.edge[2 * e + 1], h.flap[2 * e], h.flap[2 * e + 1]};
    if (point[3] < 0) continue;
    Lanes4 in[4];
    for (int j = 0; j < 4; ++j) in[j] = load4(x + kPointLanes * point[j]);
    for (int i = 0; i < 4; ++i) {
      const double* row = b + 4 * i;
      const Lanes4 sum = in[0] * row[0] + in[1] * row[1] + in[2] * row[2] + in[3] * row[3];
      *reinterpret_cast<Lanes4*>(y + kPointLanes * point[i]) += sum * scale;
    }
  }
}

}  // namespace corten::kernels
