// Inverse dynamics: the force that causes a given acceleration.
//
//   qfrc_inverse = M qacc + qfrc_bias - qfrc_passive - qfrc_constraint(qacc)
//
// Constraints are soft, so their force is a function of the acceleration: there is nothing to solve, contacts included.
#pragma once

#include "corten/data.h"
#include "corten/export.h"
#include "corten/model.h"

namespace corten {

// Writes Data::qfrc_inverse for the qpos, qvel and qacc of the data: what actuators and applied forces together must
// amount to. After forward() it is qfrc_actuator + qfrc_applied + J' xfrc_applied, as exactly as the solver converged.
// Everything that depends on positions and velocities, the constraint forces and the sensors are computed too.
//
// With the flag invdiscrete, qacc is the change of velocity over a time step divided by the step: the implicit part of
// the integrator is taken into account. RK4 has no such relation; its qfrc_inverse is then not a number.
CORTEN_API void inverse(const Model& model, Data& data);

// Writes Data::solver_fwdinv: how far inverse dynamics is from the forward() before, as the norms of the differences of
// constraint force and of applied force. Both are zero without constraints. With the flag fwdinv every step does this.
CORTEN_API void compare_forward_inverse(const Model& model, Data& data);

// Writes Data::cacc, cfrc_ext and cfrc_int, the accelerations of bodies and the forces on and between them, for the qacc,
// applied forces, contacts and constraint forces that stand in the data. A step computes them only if a sensor asks.
CORTEN_API void evaluate_body_forces(const Model& model, Data& data);

}  // namespace corten
