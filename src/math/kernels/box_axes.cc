// Two boxes along their separating directions, see kernels.h. Lanes go over the axes of one of the boxes.
//
//   gap(n) = |n . c| - r1(n) - r2(n),   r(n) = sum_k half_k |n . axis_k|,   c: from centre to centre
#include "math/kernels/kernels.h"
#include "math/kernels/lanes.h"

namespace corten::kernels {

namespace {

// x <- the lanes of v after the first one, in the cycle of three.
__attribute__((always_inline)) inline Lanes4 next3(Lanes4 v) { return __builtin_shufflevector(v, v, 1, 2, 0, 3); }

}  // namespace

CORTEN_CPU_DISPATCH
void relate_boxes(const Vec3& pos1, const Mat3& mat1, const Vec3& half1, const Vec3& pos2, const Mat3& mat2,
                  const Vec3& half2, BoxAxes& out) {
  const RowLanes one(mat1), two(mat2);
  const double x = pos2.x - pos1.x, y = pos2.y - pos1.y, z = pos2.z - pos1.z;
  const Lanes4 center2 = one.row[0] * x + one.row[1] * y + one.row[2] * z;
  const Lanes4 center1 = two.row[0] * -x + two.row[1] * -y + two.row[2] * -z;
  Lanes4 along1[3], along2[3];  // axes of box 1 times one of box 2, and the other way round
  for (int k = 0; k < 3; ++k) {
    along1[k] = one.row[0] * mat2.m[k] + one.row[1] * mat2.m[3 + k] + one.row[2] * mat2.m[6 + k];
    along2[k] = two.row[0] * mat1.m[k] + two.row[1] * mat1.m[3 + k] + two.row[2] * mat1.m[6 + k];
    put4(along2[k], out.axes2[k]);
  }
  put4(center2, out.center2);
  put4(center1, out.center1);
  put4(abs4(center2) - lanes3(half1) -
           (abs4(along1[0]) * half2.x + abs4(along1[1]) * half2.y + abs4(along1[2]) * half2.z),
       out.gap1);
  put4(abs4(center1) - lanes3(half2) -
           (abs4(along2[0]) * half1.x + abs4(along2[1]) * half1.y + abs4(along2[2]) * half1.z),
       out.gap2);
}

CORTEN_CPU_DISPATCH
int edges_to_try(const BoxAxes& boxes, const Vec3& half1, const Vec3& half2, double overlap, double tolerance,
                 double parallel) {
  const Lanes4 axes[3] = {load4(boxes.axes2[0]), load4(boxes.axes2[1]), load4(boxes.axes2[2])};
  const Lanes4 share[3] = {abs4(axes[0]), abs4(axes[1]), abs4(axes[2])};
  const Lanes4 half2_next = next3(lanes3(half2)), half2_last = next3(half2_next);
  const double* half = &half1.x;
  int open = 0;
  for (int i = 0; i < 3; ++i) {
    const int i1 = i == 2 ? 0 : i + 1, i2 = i == 0 ? 2 : i - 1;
    const Lanes4 square = axes[i2] * axes[i2] + axes[i1] * axes[i1];
    const Lanes4 radius1 = half[i1] * share[i2] + half[i2] * share[i1];
    const Lanes4 share_next = next3(share[i]), share_last = next3(share_next);
    const Lanes4 radius2 = half2_next * share_last + half2_last * share_next;
    const Lanes4 between = abs4(axes[i1] * boxes.center2[i2] - axes[i2] * boxes.center2[i1]);
    const Lanes4 along = radius1 + radius2 - between - tolerance;  // the overlap times |n|
    const auto worse = (along > 0) & (along * along > overlap * overlap * square) & (Lanes4{} + overlap > 0);
    open |= (~bits4(worse | (square < parallel)) & 7) << (3 * i);
  }
  return open;
}

}  // namespace corten::kernels
