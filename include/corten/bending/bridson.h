// Springs of the dihedral angle (Bridson, Marino, Fedkiw, Simulation of Clothing with Folds and Wrinkles, 2003):
//   dE/dtheta = 2 k (sin(theta/2) - sin(theta0/2)),   E = 4 k (cos(theta0/2) - cos(theta/2)) - 2 k (theta - theta0)
//   sin(theta0/2)
// The moment grows ever more slowly and is bounded by 2 k (1 + |sin(theta0/2)|), so that sharp folds cost little: folds
// and wrinkles of cloth. For small angles it has the stiffness k of the other models.
//
// Integrated explicitly (everything but the CG solver with an implicit integrator) it is stable while
//   h^2 k |dtheta/dx|^2 / m < 1 at every vertex, about h < l sqrt(m / (8 k)) for edges of length l and vertices of mass
//   m.
// There is no clamp: a time step above that limit diverges and is reported.
#pragma once

#include <algorithm>

#include "corten/bending.h"

namespace corten {

struct BridsonBending {
  double energy(const RestHinge& rest, const Vec3 (&x)[4]) const {
    const double angle = dihedral_angle(x).angle, half = 0.5 * rest.angle;
    return rest.stiffness * (4 * (std::cos(half) - std::cos(0.5 * angle)) - 2 * (angle - rest.angle) * std::sin(half));
  }
  double moment(const RestHinge& rest, double angle) const {
    return 2 * rest.stiffness * (std::sin(0.5 * angle) - std::sin(0.5 * rest.angle));
  }
  void add_force(const RestHinge& rest, const Vec3 (&x)[4], Vec3* const (&force)[4]) const {
    const DihedralAngle now = dihedral_angle(x);
    const double m = moment(rest, now.angle);
    for (int i = 0; i < 4; ++i) *force[i] -= now.gradient[i] * m;
  }
  // The part that is positive semi-definite: cos(theta/2) k gradient gradient'.
  void set_stiffness(const RestHinge& rest, const Vec3 (&x)[4], HingeStiffness& out) const {
    const DihedralAngle now = dihedral_angle(x);
    set_outer(now, rest.stiffness * std::max(std::cos(0.5 * now.angle), 0.0), out);
  }
};

}  // namespace corten
