// Passive forces, each in the file of its name.
#pragma once

#include <cmath>
#include <span>

#include "corten/data.h"
#include "corten/model.h"
#include "corten/types.h"

namespace corten {

// ---- polynomial
//
// Polynomial springs and dampers: force = -x (a + b x + c x^2).
//
// Dampers use |x| inside the parentheses, so that they always oppose the motion.

struct Polynomial {
  double linear = 0, quadratic = 0, cubic = 0;

  bool is_zero() const { return linear == 0 && quadratic == 0 && cubic == 0; }
  // a + b x + c x^2: the coefficient that multiplies -x
  double coefficient(double x) const { return linear + quadratic * x + cubic * (x * x); }
  // derivative of x (a + b x + c x^2)
  double slope(double x) const { return linear + 2 * quadratic * x + 3 * cubic * (x * x); }
  // integral of x (a + b x + c x^2)
  double potential(double x) const {
    return 0.5 * linear * x * x + quadratic / 3 * x * x * x + cubic / 4 * (x * x) * (x * x);
  }
};

inline double spring_force(const Polynomial& p, double x) { return -x * p.coefficient(x); }
inline double damper_force(const Polynomial& p, double v) { return -v * p.coefficient(std::abs(v)); }

// ---- gravcomp
//
// Gravity compensation of bodies.

// Adds the compensating forces to qfrc_gravcomp; false if there are none.
bool compute_gravcomp(const Model& m, Data& d);

// ---- fluid
//
// Forces of the surrounding medium.

// Whether there is a medium. MuJoCo: without springs and dampers there are no passive forces of any kind.
inline bool has_fluid(const Model& m) {
  constexpr int kNoPassive = kDisableSpring | kDisableDamper;
  return (m.opt.density > 0 || m.opt.viscosity > 0) && (m.opt.disableflags & kNoPassive) != kNoPassive;
}

// Adds the forces of the medium to qfrc_fluid. Needs velocity.
void compute_fluid(const Model& m, Data& d);
// Subtracts them from the wrenches of the bodies about the centres of mass of their trees.
void subtract_fluid_wrenches(const Model& m, const Data& d, std::span<Spatial> wrenches);

// ---- passive
//
// Passive forces: springs, dampers, gravity compensation, fluid.

// Writes qfrc_spring and qfrc_damper with the forces of joints and tendons; others may add to them before the sum.
void compute_springs_and_dampers(const Model& m, Data& d);
// Writes qfrc_gravcomp, qfrc_fluid, qfrc_adhesion and qfrc_passive, the sum of all passive forces.
void compute_passive(const Model& m, Data& d);

// The joint's spring.
inline Polynomial joint_stiffness(const Model& m, int joint) {
  return {m.jnt_stiffness[joint], m.jnt_stiffnesspoly[joint][0], m.jnt_stiffnesspoly[joint][1]};
}

}  // namespace corten
