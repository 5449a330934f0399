// See kernels.h. The lanes are boxes.
#include <bit>

#include "math/kernels/kernels.h"
#include "math/kernels/lanes.h"

namespace corten::kernels {

namespace {

typedef std::uint64_t Keys4 __attribute__((vector_size(32), aligned(8), may_alias));

// Appends k, k + 1, ... where bits 0, 1, ... are set.
__attribute__((always_inline)) inline int append_bits(int bits, int k, int* near, int count) {
  for (auto rest = static_cast<unsigned>(bits); rest != 0; rest &= rest - 1) near[count++] = k + std::countr_zero(rest);
  return count;
}

}  // namespace

CORTEN_CPU_DISPATCH
int near_boxes(const SweptBoxes& boxes, int i, std::uint64_t end, int* near) {
  const double y_min = boxes.y_min[i], y_max = boxes.y_max[i], z_min = boxes.z_min[i], z_max = boxes.z_max[i];
  int count = 0, open = 15;
  for (int k = i + 1; open == 15; k += 4) {
    open = bits4(*reinterpret_cast<const Keys4*>(boxes.begin + k) < end);
    const Mask4 apart = (y_min > load4(boxes.y_max + k)) | (load4(boxes.y_min + k) > y_max) |
                        (z_min > load4(boxes.z_max + k)) | (load4(boxes.z_min + k) > z_max);
    count = append_bits(open & ~bits4(apart), k, near, count);
  }
  return count;
}

CORTEN_CPU_DISPATCH
int near_boxes(const AlignedBoxes& boxes, int i, int end, int* near) {
  const double x_min = boxes.min[0][i], y_min = boxes.min[1][i], z_min = boxes.min[2][i];
  const double x_max = boxes.max[0][i], y_max = boxes.max[1][i], z_max = boxes.max[2][i];
  int count = 0;
  for (int k = i + 1; k < end; k += 4) {
    const Mask4 apart = (x_min > load4(boxes.max[0] + k)) | (load4(boxes.min[0] + k) > x_max) |
                        (y_min > load4(boxes.max[1] + k)) | (load4(boxes.min[1] + k) > y_max) |
                        (z_min > load4(boxes.max[2] + k)) | (load4(boxes.min[2] + k) > z_max);
    const int lanes = k + 4 <= end ? 15 : (1 << (end - k)) - 1;
    count = append_bits(~bits4(apart) & lanes, k, near, count);
  }
  return count;
}

}  // namespace corten::kernels
