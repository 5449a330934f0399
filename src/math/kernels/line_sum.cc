// Sums along a search line, see kernels.h.
#include "math/kernels/kernels.h"
#include "math/kernels/lanes.h"

namespace corten::kernels {

CORTEN_CPU_DISPATCH
LineSums sum_active(const LineRows& rows, double a) {
  const Lanes4 zero = {};
  Lanes4 s0 = {}, s1 = {}, s2 = {};
  for (int i = 0; i < rows.count; i += 4) {
    const Lanes4 x = *reinterpret_cast<const Lanes4*>(rows.x0 + i) + a * *reinterpret_cast<const Lanes4*>(rows.dx + i);
    const auto active = x < zero;
    s0 += (active ? *reinterpret_cast<const Lanes4*>(rows.q0 + i) : zero) -
          *reinterpret_cast<const Lanes4*>(rows.cost0 + i);
    s1 += active ? *reinterpret_cast<const Lanes4*>(rows.q1 + i) : zero;
    s2 += active ? *reinterpret_cast<const Lanes4*>(rows.q2 + i) : zero;
  }
  return {(s0[0] + s0[2]) + (s0[1] + s0[3]), (s1[0] + s1[2]) + (s1[1] + s1[3]), (s2[0] + s2[2]) + (s2[1] + s2[3])};
}

LineSums sum_active_scalar(const LineRows& rows, double a) {
  LineSums sums;
  for (int i = 0; i < rows.count; ++i) {
    const bool active = rows.x0[i] + a * rows.dx[i] < 0;
    sums.q0 += (active ? rows.q0[i] : 0) - rows.cost0[i];
    sums.q1 += active ? rows.q1[i] : 0;
    sums.q2 += active ? rows.q2[i] : 0;
  }
  return sums;
}

}  // namespace corten::kernels
