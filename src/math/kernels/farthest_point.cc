// See kernels.h. The largest distance is found first, and then who has it.
#include "math/kernels/kernels.h"
#include "math/kernels/lanes.h"

namespace corten::kernels {

CORTEN_CPU_DISPATCH
int farthest_point(const SpreadPoints& points, int center, double* nearest) {
  const Lanes4 zero = {};
  const Lanes4 x = zero + points.x[center], y = zero + points.y[center], z = zero + points.z[center];
  Lanes4 largest = zero - 1;
  for (int i = 0; i < points.count; i += 4) {
    const Lanes4 dx = load4(points.x + i) - x, dy = load4(points.y + i) - y, dz = load4(points.z + i) - z;
    const Lanes4 square = lower4(load4(nearest + i), dx * dx + dy * dy + dz * dz);
    put4(square, nearest + i);
    largest = upper4(largest, square);
  }
  const Lanes4 pairs = upper4(largest, __builtin_shufflevector(largest, largest, 2, 3, 0, 1));
  const double farthest = pairs[0] < pairs[1] ? pairs[1] : pairs[0];
  int i = 0;
  while (nearest[i] != farthest) ++i;
  return i;
}

}  // namespace corten::kernels
