// Sums over long vectors that the primal solvers form in every iteration, several at once and four numbers at a time.
#pragma once

namespace corten::kernels {

// What conjugate gradients needs of the gradient g, the preconditioned gradient p, their previous values and the
// direction d; y = g - g_old.
struct ConjugateSums {
  double d_y, y_my, y_mg, d_g, d_d, g_g;  // d'y, y'(p - p_old), y'p, d'g, d'd, g'g
};
ConjugateSums conjugate_sums(const double* g, const double* g_old, const double* p, const double* p_old,
                             const double* d, int n);

// Quadratic cost of rows along a line: sum v D x and sum v D v.
struct QuadraticSums {
  double v_x, v_v;
};
QuadraticSums quadratic_sums(const double* D, const double* x, const double* v, int n);

// force <- -D x; returns sum x D x / 2.
double quadratic_force(const double* D, const double* x, double* force, int n);

}  // namespace corten::kernels
