// With x_i = d_i y_i the constraint is |y| <= r. The minimum satisfies (A + l 1) y = -b for some l >= 0 with
// l (|y| - r) = 0. Newton's method on phi(l) = |y(l)|^2 - r^2, which is convex and decreasing, starts at l = 0 and
// approaches the root from one side:  phi' = -2 y' (A + l 1)^-1 y.
#include "math/qcqp.h"

#include <cmath>

namespace corten {

namespace {

constexpr int kMaxDim = 5, kMaxIterations = 20;
constexpr double kTiny = 1e-10;  // MuJoCo: threshold of pivots, residual and step alike

// y <- -(A + l)^-1 b and y' (A + l)^-1 y. False if A + l is not positive definite.
// MuJoCo: two and three dimensions test the determinant, more test the pivots.
struct Shifted {
  double y[kMaxDim];
  double slope;

  bool solve2(const double* a, const double* b, double l) {
    const double a00 = a[0] + l, a11 = a[3] + l, det = a00 * a11 - a[1] * a[1];
    if (det < kTiny) return false;
    const double inv = 1 / det, p00 = a11 * inv, p11 = a00 * inv, p01 = -a[1] * inv;
    y[0] = -p00 * b[0] - p01 * b[1];
    y[1] = -p01 * b[0] - p11 * b[1];
    slope = p00 * y[0] * y[0] + 2 * p01 * y[0] * y[1] + p11 * y[1] * y[1];
    return true;
  }

  bool solve3(const double* a, const double* b, double l) {
    const double a00 = a[0] + l, a11 = a[4] + l, a22 = a[8] + l, a01 = a[1], a02 = a[2], a12 = a[5];
    double p00 = a11 * a22 - a12 * a12, p11 = a00 * a22 - a02 * a02, p22 = a00 * a11 - a01 * a01;
    double p01 = a02 * a12 - a01 * a22, p02 = a01 * a12 - a02 * a11, p12 = a01 * a02 - a12 * a00;
    const double det = a00 * p00 + a01 * p01 + a02 * p02;
    if (det < kTiny) return false;
    const double inv = 1 / det;
    p00 *= inv, p11 *= inv, p22 *= inv, p01 *= inv, p02 *= inv, p12 *= inv;
    y[0] = -p00 * b[0] - p01 * b[1] - p02 * b[2];
    y[1] = -p01 * b[0] - p11 * b[1] - p12 * b[2];
    y[2] = -p02 * b[0] - p12 * b[1] - p22 * b[2];
    slope = p00 * y[0] * y[0] + p11 * y[1] * y[1] + p22 * y[2] * y[2] +
            2 * (p01 * y[0] * y[1] + p02 * y[0] * y[2] + p12 * y[1] * y[2]);
    return true;
  }

  bool solve(const double* a, const double* b, double l, int n) {
    if (n == 2) return solve2(a, b, l);
    if (n == 3) return solve3(a, b, l);
    double factor[kMaxDim * kMaxDim], z[kMaxDim];
    for (int i = 0; i < n * n; ++i) factor[i] = a[i];
    for (int i = 0; i < n; ++i) factor[i * (n + 1)] += l;
    if (factor_cholesky(factor, n, kTiny) < n) return false;
    solve_cholesky(y, factor, b, n);
    for (int i = 0; i < n; ++i) y[i] = -y[i];
    solve_cholesky(z, factor, y, n);
    slope = 0;
    for (int i = 0; i < n; ++i) slope += y[i] * z[i];
    return true;
  }
};

}  // namespace

int factor_cholesky(double* a, int n, double min_pivot) {
  int rank = n;
  for (int j = 0; j < n; ++j) {
    double pivot = a[j * n + j];
    for (int k = 0; k < j; ++k) pivot -= a[j * n + k] * a[j * n + k];
    const bool sound = !(pivot < min_pivot);
    if (!sound) {
      pivot = min_pivot;
      --rank;
    }
    a[j * n + j] = std::sqrt(pivot);
    const double inv = sound ? 1 / a[j * n + j] : 0;
    for (int i = j + 1; i < n; ++i) {
      double sum = a[i * n + j];
      for (int k = 0; k < j; ++k) sum -= a[i * n + k] * a[j * n + k];
      a[i * n + j] = sum * inv;
    }
  }
  return rank;
}

void solve_cholesky(double* x, const double* factor, const double* b, int n) {
  for (int i = 0; i < n; ++i) {
    double sum = b[i];
    for (int k = 0; k < i; ++k) sum -= factor[i * n + k] * x[k];
    x[i] = sum / factor[i * n + i];
  }
  for (int i = n - 1; i >= 0; --i) {
    double sum = x[i];
    for (int k = i + 1; k < n; ++k) sum -= factor[k * n + i] * x[k];
    x[i] = sum / factor[i * n + i];
  }
}

bool solve_qcqp(double* x, const double* a, const double* b, const double* d, double r, int n) {
  double scaled_a[kMaxDim * kMaxDim], scaled_b[kMaxDim];
  for (int i = 0; i < n; ++i) {
    scaled_b[i] = b[i] * d[i];
    for (int j = 0; j < n; ++j) scaled_a[i * n + j] = a[i * n + j] * d[i] * d[j];
  }
  Shifted shifted{};
  double l = 0;
  for (int iteration = 0; iteration < kMaxIterations; ++iteration) {
    if (!shifted.solve(scaled_a, scaled_b, l, n)) {
      for (int i = 0; i < n; ++i) x[i] = 0;
      return false;
    }
    double residual = -r * r;
    for (int i = 0; i < n; ++i) residual += shifted.y[i] * shifted.y[i];
    if (residual < kTiny) break;
    const double step = residual / (2 * shifted.slope);
    if (step < kTiny) break;
    l += step;
  }
  for (int i = 0; i < n; ++i) x[i] = shifted.y[i] * d[i];
  return l != 0;
}

}  // namespace corten
