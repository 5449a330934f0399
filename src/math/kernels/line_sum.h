// Sums along a search line over rows that push only (limits, contacts without cone).
//
// Row i has cost q0 + a q1 + a^2 q2 at step a while x0 + a dx < 0, else none. Costs are counted from a = 0 on: a row
// that is active at both ends contributes exactly zero to the constant, so small improvements are not lost in rounding.
#pragma once

namespace corten::kernels {

struct LineRows {
  const double *x0, *dx, *q0, *q1, *q2;
  const double* cost0;  // cost at a = 0
  int count;            // a multiple of 4; rows that do not exist are all zeros
};

struct LineSums {
  double q0 = 0, q1 = 0, q2 = 0;
};

LineSums sum_active(const LineRows& rows, double a);

// The same, number by number: the reference for the test.
LineSums sum_active_scalar(const LineRows& rows, double a);

}  // namespace corten::kernels
