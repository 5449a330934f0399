// The matrix Mh that a step divides forces by: the inertia, and what the integrator treats implicitly.
//   Euler         M + h B,   B = d(damper force)/d(-v), diagonal; M itself without dampers
//   implicitfast  M - h D,   D: lower triangle of d(passive + actuator force)/dv, free bodies on their own without
#pragma once

#include <span>

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// Whether some damper of a joint that is awake counts in Euler steps.
bool has_implicit_damping(const Model& m, const Data& d);

// qH <- factor of M + h B for some dofs, which are whole trees.
void factor_damped_inertia(const Model& m, Data& d, int first, int count);

// qH <- factor of M - h D with D in qDeriv, for some dofs, which are whole trees.
void factor_implicit_inertia(const Model& m, Data& d, int first, int count);

// L' D L factor of Mh for all dofs that are awake, in the pattern of M; RK4 has M.
struct StepInertia {
  std::span<const double> factor, diag_inv;
};
StepInertia factor_step_inertia(const Model& m, Data& d);

}  // namespace corten
