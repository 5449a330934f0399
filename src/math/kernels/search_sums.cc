// Sums of a search direction: d'y, y'(p - p_old), v'Dx, ..., in four lanes that are added at the end.
#include "math/kernels/kernels.h"
#include "math/kernels/lanes.h"

namespace corten::kernels {

CORTEN_CPU_DISPATCH
ConjugateSums conjugate_sums(const double* g, const double* g_old, const double* p, const double* p_old,
                             const double* d, int n) {
  Lanes4 d_y = {}, y_my = {}, y_mg = {}, d_g = {}, d_d = {}, g_g = {};
  int i = 0;
  for (; i + 4 <= n; i += 4) {
    const Lanes4 gi = load4(g + i), y = gi - load4(g_old + i), pi = load4(p + i), di = load4(d + i);
    d_y += di * y;
    y_my += y * (pi - load4(p_old + i));
    y_mg += y * pi;
    d_g += di * gi;
    d_d += di * di;
    g_g += gi * gi;
  }
  ConjugateSums sums{sum4(d_y), sum4(y_my), sum4(y_mg), sum4(d_g), sum4(d_d), sum4(g_g)};
  for (; i < n; ++i) {
    const double y = g[i] - g_old[i];
    sums.d_y += d[i] * y;
    sums.y_my += y * (p[i] - p_old[i]);
    sums.y_mg += y * p[i];
    sums.d_g += d[i] * g[i];
    sums.d_d += d[i] * d[i];
    sums.g_g += g[i] * g[i];
  }
  return sums;
}

CORTEN_CPU_DISPATCH
FourDots four_dots(const double* x, const double* a, const double* b, const double* c, int n) {
  Lanes4 x_x = {}, x_a = {}, x_b = {}, x_c = {};
  int i = 0;
  for (; i + 4 <= n; i += 4) {
    const Lanes4 xi = load4(x + i);
    x_x += xi * xi;
    x_a += xi * load4(a + i);
    x_b += xi * load4(b + i);
    x_c += xi * load4(c + i);
  }
  FourDots rest{};
  for (; i < n; ++i) {
    rest.x_x += x[i] * x[i];
    rest.x_a += x[i] * a[i];
    rest.x_b += x[i] * b[i];
    rest.x_c += x[i] * c[i];
  }
  return {sum4(x_x) + rest.x_x, sum4(x_a) + rest.x_a, sum4(x_b) + rest.x_b, sum4(x_c) + rest.x_c};
}

CORTEN_CPU_DISPATCH
double form_gradient(const double* a, const double* b, const double* c, double* out, int n) {
  Lanes4 sum = {};
  int i = 0;
  for (; i + 4 <= n; i += 4) {
    const Lanes4 g = load4(a + i) - load4(b + i) - load4(c + i);
    put4(g, out + i);
    sum += g * g;
  }
  double rest = 0;
  for (; i < n; ++i) {
    out[i] = a[i] - b[i] - c[i];
    rest += out[i] * out[i];
  }
  return sum4(sum) + rest;
}

CORTEN_CPU_DISPATCH
QuadraticSums quadratic_sums(const double* D, const double* x, const double* v, int n) {
  Lanes4 v_x = {}, v_v = {};
  int i = 0;
  for (; i + 4 <= n; i += 4) {
    const Lanes4 vi = load4(v + i);
    v_x += vi * (load4(D + i) * load4(x + i));
    v_v += vi * load4(D + i) * vi;
  }
  QuadraticSums sums{sum4(v_x), sum4(v_v)};
  for (; i < n; ++i) {
    sums.v_x += v[i] * (D[i] * x[i]);
    sums.v_v += v[i] * D[i] * v[i];
  }
  return sums;
}

CORTEN_CPU_DISPATCH
double quadratic_force(const double* D, const double* x, double* force, int n) {
  Lanes4 sum = {};
  int i = 0;
  for (; i + 4 <= n; i += 4) {
    const Lanes4 push = -load4(D + i) * load4(x + i);
    *reinterpret_cast<Lanes4*>(force + i) = push;
    sum -= push * load4(x + i);
  }
  double cost = sum4(sum);
  for (; i < n; ++i) {
    force[i] = -D[i] * x[i];
    cost -= force[i] * x[i];
  }
  return 0.5 * cost;
}

CORTEN_CPU_DISPATCH
void linear_force(const double* D, const double* x, double* force, int n) {
  for (int i = 0; i < n; ++i) force[i] = -D[i] * x[i];
}

CORTEN_CPU_DISPATCH
int pushing_force(const double* D, const double* x, double* force, int* active, int n) {
  typedef int Int4 __attribute__((vector_size(16), aligned(4), may_alias));
  const Lanes4 zero = {};
  Int4 count = {};
  int i = 0;
  for (; i + 4 <= n; i += 4) {
    const Lanes4 xi = load4(x + i);
    *reinterpret_cast<Lanes4*>(force + i) = xi < zero ? -load4(D + i) * xi : zero;
    const Int4 pushes = 1 + __builtin_convertvector(xi >= zero, Int4);  // also where x is not a number
    *reinterpret_cast<Int4*>(active + i) = pushes;
    count += pushes;
  }
  int sum = count[0] + count[1] + count[2] + count[3];
  for (; i < n; ++i) {
    force[i] = x[i] < 0 ? -D[i] * x[i] : 0;
    active[i] = x[i] >= 0 ? 0 : 1;
    sum += active[i];
  }
  return sum;
}

}  // namespace corten::kernels
