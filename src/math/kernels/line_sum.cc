// Sums along a search line, see kernels.h.
#include "math/kernels/kernels.h"
#include "math/kernels/lanes.h"

namespace corten::kernels {

CORTEN_CPU_DISPATCH
void add_line_rows(LineRows& rows, const double* x, const double* v, const double* D, int n) {
  const int start = rows.count;
  double *x0 = rows.x0 + start, *dx = rows.dx + start, *cost0 = rows.cost0 + start;
  double *q0 = rows.q0 + start, *q1 = rows.q1 + start, *q2 = rows.q2 + start;
  const Lanes4 zero = {};
  int i = 0;
  for (; i + 4 <= n; i += 4) {
    const Lanes4 xi = load4(x + i), vi = load4(v + i), di = load4(D + i), force = di * xi,
                 constant = 0.5 * (xi * force);
    *reinterpret_cast<Lanes4*>(x0 + i) = xi;
    *reinterpret_cast<Lanes4*>(dx + i) = vi;
    *reinterpret_cast<Lanes4*>(q0 + i) = constant;
    *reinterpret_cast<Lanes4*>(q1 + i) = vi * force;
    *reinterpret_cast<Lanes4*>(q2 + i) = 0.5 * (vi * di * vi);
    *reinterpret_cast<Lanes4*>(cost0 + i) = xi < zero ? constant : zero;
  }
  for (; i < n; ++i) {
    const double force = D[i] * x[i];
    x0[i] = x[i];
    dx[i] = v[i];
    q0[i] = 0.5 * (x[i] * force);
    q1[i] = v[i] * force;
    q2[i] = 0.5 * (v[i] * D[i] * v[i]);
    cost0[i] = x[i] < 0 ? q0[i] : 0;
  }
  rows.count += n;
}

void pad_line_rows(LineRows& rows) {
  for (; rows.count % 4 != 0; ++rows.count) {
    for (double* array : {rows.x0, rows.dx, rows.q0, rows.q1, rows.q2, rows.cost0}) array[rows.count] = 0;
  }
}

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

namespace {

__attribute__((always_inline)) inline Lanes4 huber(Lanes4 x, Lanes4 f, Lanes4 bound, Lanes4 D) {
  const Lanes4 quadratic = 0.5 * D * x * x;
  return abs4(x) < bound ? quadratic : f * (-0.5 * bound + abs4(x));
}

}  // namespace

CORTEN_CPU_DISPATCH
void fill_friction_rows(FrictionRows& rows, const double* x, const double* v, const double* D, const double* R,
                        const double* frictionloss, int n) {
  for (int i = 0; i < n; ++i) {
    rows.x0[i] = x[i];
    rows.dx[i] = v[i];
    rows.f[i] = frictionloss[i];
    rows.bound[i] = R[i] * frictionloss[i];
    rows.D[i] = D[i];
  }
  for (rows.count = n; rows.count % 4 != 0; ++rows.count) {
    for (double* array : {rows.x0, rows.dx, rows.f, rows.bound, rows.D}) array[rows.count] = 0;
  }
  for (int i = 0; i < rows.count; i += 4) {
    *reinterpret_cast<Lanes4*>(rows.cost0 + i) =
        huber(load4(rows.x0 + i), load4(rows.f + i), load4(rows.bound + i), load4(rows.D + i));
  }
}

CORTEN_CPU_DISPATCH
FrictionSums sum_friction(const FrictionRows& rows, double a) {
  const Lanes4 zero = {};
  Lanes4 cost = {}, d1 = {}, d2 = {};
  for (int i = 0; i < rows.count; i += 4) {
    const Lanes4 x0 = load4(rows.x0 + i), v = load4(rows.dx + i), x = x0 + a * v;
    const Lanes4 f = load4(rows.f + i), bound = load4(rows.bound + i), D = load4(rows.D + i);
    const auto inside = abs4(x) < bound, inside0 = abs4(x0) < bound;
    const auto same_side = (x < zero) == (x0 < zero);
    const Lanes4 side = x < zero ? zero - 1 : zero + 1;
    const Lanes4 within = inside ? 0.5 * D * (x - x0) * (x + x0) : f * side * (x - x0);
    const auto one_piece = (inside & inside0) | (~inside & ~inside0 & same_side);
    cost += one_piece ? within : huber(x, f, bound, D) - load4(rows.cost0 + i);
    d1 += inside ? D * x * v : side * f * v;
    d2 += inside ? D * v * v : zero;
  }
  return {sum4(cost), sum4(d1), sum4(d2)};
}

}  // namespace corten::kernels
