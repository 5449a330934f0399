// Bending of cloth and shells: what a bending model is, and the angle it usually depends on.
//
// Two triangles that share an edge are a hinge. Its vertices are x0 and x1, the ends of the edge, and x2 and x3,
// opposite to it. The dihedral angle theta between the triangles is zero where they are flat and positive where x2 and
// x3 lie on the side that the normals n2 = (x1 - x0) x (x2 - x0) and n3 = (x3 - x0) x (x1 - x0) point away from. Its
// gradient is
//   dtheta/dx2 = -|e| n2 / |n2|^2,   dtheta/dx3 = -|e| n3 / |n3|^2,   e = x1 - x0
//   dtheta/dx1 = -(t2 dtheta/dx2 + t3 dtheta/dx3),   dtheta/dx0 = -((1 - t2) dtheta/dx2 + (1 - t3) dtheta/dx3)
// where t2 and t3 say where along the edge, from 0 at x0 to 1 at x1, the opposite vertices stand.
//
// A bending model of your own is a struct with the functions of the concept BendingModel: see sim.h.
#pragma once

#include <cmath>
#include <concepts>

#include "corten/math.h"

namespace corten {

// What the compiler knows of a hinge at rest. The numbers are those of the flex's bending model.
struct RestHinge {
  const double* number;  // 17 of them, flex_bending

  // For models of the dihedral angle.
  double stiffness() const { return number[0]; }  // N m / rad, from Young's modulus, Poisson's ratio and thickness
  double angle() const { return number[1]; }      // rad
};

// d2 energy / dx_i dx_j.
struct HingeStiffness {
  Mat3 block[4][4];
};

// Energy in J; forces in N are added to *force[i]; the stiffness in N/m must be positive semi-definite.
template <class T>
concept BendingModel = requires(const T& model, const RestHinge& rest, const Vec3 (&x)[4], Vec3* const (&force)[4],
                                HingeStiffness& stiffness) {
  { model.energy(rest, x) } -> std::convertible_to<double>;
  model.add_force(rest, x, force);
  model.set_stiffness(rest, x, stiffness);
};

// The dihedral angle and its gradient.
struct DihedralAngle {
  double angle = 0;
  Vec3 gradient[4];
  bool degenerate = false;  // a triangle has no area: the angle is meaningless and the gradient zero
};
DihedralAngle dihedral_angle(const Vec3 (&x)[4]);

// Its second derivative, exact: d2theta / dx_i dx_j.
HingeStiffness dihedral_hessian(const Vec3 (&x)[4]);

// out = scale gradient gradient'
void set_outer(const DihedralAngle& angle, double scale, HingeStiffness& out);

// Angles beyond half a turn are the same as those before it.
inline double angle_difference(double angle, double rest) {
  return std::remainder(angle - rest, 2 * 3.14159265358979323846);
}

}  // namespace corten
