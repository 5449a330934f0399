// Discrete shells (Grinspun, Hirani, Desbrun, Schroeder, Discrete Shells, 2003): the energy of a hinge is quadratic in
// the change of its dihedral angle,
//   E = k/2 (theta - theta0)^2,   f = -k (theta - theta0) dtheta/dx
//   d2E/dx2 = k dtheta/dx dtheta/dx' + k (theta - theta0) d2theta/dx2
// with k proportional to |e|^2 / A of the edge and the two triangles at rest. Right for large rotations and for rest
// shapes that are curved: thin metal, paper, plant leaves, hats. An angle is known up to whole turns, so a hinge that
// is folded by more than half a turn springs to the other side.
#pragma once

#include "corten/bending.h"

namespace corten {

struct DiscreteShellBending {
  double energy(const RestHinge& rest, const Vec3 (&x)[4]) const {
    const double change = angle_difference(dihedral_angle(x).angle, rest.angle);
    return 0.5 * rest.stiffness * change * change;
  }
  void add_force(const RestHinge& rest, const Vec3 (&x)[4], Vec3* const (&force)[4]) const {
    const DihedralAngle now = dihedral_angle(x);
    const double moment = rest.stiffness * angle_difference(now.angle, rest.angle);
    for (int i = 0; i < 4; ++i) *force[i] -= now.gradient[i] * moment;
  }
  // The first part of the second derivative, which alone is positive semi-definite.
  void set_stiffness(const RestHinge& rest, const Vec3 (&x)[4], HingeStiffness& out) const {
    set_outer(dihedral_angle(x), rest.stiffness, out);
  }
  // All of it.
  HingeStiffness hessian(const RestHinge& rest, const Vec3 (&x)[4]) const {
    const DihedralAngle now = dihedral_angle(x);
    const double moment = rest.stiffness * angle_difference(now.angle, rest.angle);
    HingeStiffness out, curvature = dihedral_hessian(x);
    set_outer(now, rest.stiffness, out);
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j < 4; ++j) out.block[i][j] += curvature.block[i][j] * moment;
    }
    return out;
  }
};

}  // namespace corten
