// Derivative of the equations of motion by the velocity, in closed form.
#pragma once

#include <span>

#include "corten/data.h"
#include "corten/model.h"
#include "solver/cost.h"

namespace corten {

// Whether the closed form below is exact: no hooks, no equality constraints that depend on turning axes, no actuators
// whose force is more than affine in the velocity, nothing that couples dofs of different branches.
bool has_velocity_derivative(const Model& m, const Data& d);

// columns[k nv + i] <- d R_i / d v_k with R of transition_response.h; needs everything that forward() computes, the
// problem of the whole world at the solution and one entry of `cones` per elliptic cone.
void compute_residual_by_velocity(const Model& m, Data& d, const Problem& p, std::span<const ConeHessian> cones,
                                  std::span<double> columns);

}  // namespace corten
