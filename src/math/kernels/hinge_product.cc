// See kernels.h.
#include "math/kernels/kernels.h"
#include "math/kernels/lanes.h"

namespace corten::kernels {

namespace {

__attribute__((always_inline)) inline Lanes4 cross4(Lanes4 a, Lanes4 b) {
  const auto next = [](Lanes4 v) __attribute__((always_inline)) { return __builtin_shufflevector(v, v, 1, 2, 0, 3); };
  const auto other = [](Lanes4 v) __attribute__((always_inline)) { return __builtin_shufflevector(v, v, 2, 0, 1, 3); };
  return next(a) * other(b) - other(a) * next(b);
}

// Calls visit(points, their numbers in x, matrix) for each hinge.
template <class Visit>
__attribute__((always_inline)) inline void for_each_hinge(const Hinges& h, const double* x, Visit visit) {
  const double* b = h.value;
  for (int e = 0; e < h.count; ++e, b += h.stride) {
    const int point[4] = {h.edge[2 * e], h.edge[2 * e + 1], h.flap[2 * e], h.flap[2 * e + 1]};
    if (point[3] < 0) continue;
    Lanes4 in[4];
    for (int j = 0; j < 4; ++j) in[j] = load4(x + kPointLanes * point[j]);
    visit(point, in, b);
  }
}

__attribute__((always_inline)) inline Lanes4 multiply_row(const double* row, const Lanes4 (&in)[4]) {
  return in[0] * row[0] + in[1] * row[1] + in[2] * row[2] + in[3] * row[3];
}

__attribute__((always_inline)) inline void add_to_point(double* y, int point, Lanes4 v) {
  *reinterpret_cast<Lanes4*>(y + kPointLanes * point) += v;
}

}  // namespace

CORTEN_CPU_DISPATCH
void add_hinge_product(const Hinges& h, double scale, const double* x, double* y) {
  for_each_hinge(h, x, [&](const int(&point)[4], const Lanes4(&in)[4], const double* b) {
    for (int i = 0; i < 4; ++i) add_to_point(y, point[i], multiply_row(b + 4 * i, in) * scale);
  });
}

CORTEN_CPU_DISPATCH
void add_hinge_forces(const Hinges& h, const double* x, double* force) {
  for_each_hinge(h, x, [&](const int(&point)[4], const Lanes4(&in)[4], const double* b) {
    for (int i = 0; i < 4; ++i) add_to_point(force, point[i], -multiply_row(b + 4 * i, in));
    const double curved = b[16];
    if (curved == 0) return;
    const Lanes4 a1 = in[1] - in[0], a2 = in[2] - in[0], a3 = in[3] - in[0];
    const Lanes4 g1 = cross4(a2, a3) * curved, g2 = cross4(a3, a1) * curved, g3 = cross4(a1, a2) * curved;
    add_to_point(force, point[0], g1 + g2 + g3);
    add_to_point(force, point[1], -g1);
    add_to_point(force, point[2], -g2);
    add_to_point(force, point[3], -g3);
  });
}

}  // namespace corten::kernels
