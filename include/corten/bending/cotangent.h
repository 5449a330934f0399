// Quadratic bending of thin plates, MuJoCo's model and the default: a constant matrix per hinge,
//   E = 1/2 sum_ij B_ij x_i . x_j + c V(x),   f_i = -sum_j B_ij x_j - c dV/dx_i
// with the cotangent stencil B and six times the volume V of the four vertices, which matters only if the rest shape is
// curved (Wardetzky et al. 2007, Garg et al. 2007). Cheapest; true for deflections that turn a hinge by less than about
// 30 degrees; the matrix is the same in every step.
#pragma once

#include "corten/bending.h"

namespace corten {

struct CotangentBending {
  static constexpr bool kIsDefault = true;

  double energy(const RestHinge& rest, const Vec3 (&x)[4]) const {
    const double* b = rest.matrix;
    double sum = 0;
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j < 4; ++j) sum += 0.5 * b[4 * i + j] * dot(x[i], x[j]);
    }
    return sum + b[16] * dot(cross(x[1] - x[0], x[2] - x[0]), x[3] - x[0]);
  }

  void add_force(const RestHinge& rest, const Vec3 (&x)[4], Vec3* const (&force)[4]) const {
    const double* b = rest.matrix;
    for (int i = 0; i < 4; ++i, b += 4) *force[i] -= x[0] * b[0] + x[1] * b[1] + x[2] * b[2] + x[3] * b[3];
    const double c = rest.matrix[16];
    if (c == 0) return;
    const Vec3 a1 = x[1] - x[0], a2 = x[2] - x[0], a3 = x[3] - x[0];
    const Vec3 g1 = cross(a2, a3) * c, g2 = cross(a3, a1) * c, g3 = cross(a1, a2) * c;
    *force[0] += g1 + g2 + g3;
    *force[1] -= g1;
    *force[2] -= g2;
    *force[3] -= g3;
  }

  // MuJoCo: without the part of the curvature at rest.
  void set_stiffness(const RestHinge& rest, const Vec3 (&)[4], HingeStiffness& out) const {
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j < 4; ++j) out.block[i][j] = identity3() * rest.matrix[4 * i + j];
    }
  }
};

}  // namespace corten
