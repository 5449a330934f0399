// From accelerations to the next state.
#pragma once

#include <span>

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// qpos <- qpos moved by h qvel; quaternions are turned by the angular velocity in the body frame.
void integrate_position(const Model& m, std::span<double> qpos, std::span<const double> qvel, double h);

// Moves activation, velocity, position and time by one step. Positions move with `qvel`, or with the new velocity if it
// is empty (semi-implicit).
void advance(const Model& m, Data& d, std::span<const double> act_dot, std::span<const double> qacc,
             std::span<const double> qvel);

// The same for a contact formulation that has found the velocity at the end of the step.
void advance_by_itself(const Model& m, Data& d);

// The integrators; forward() has been run. The implicit part of Euler and of the implicit integrators may use the
// factor that the previous call left, for states that differ little from that one.
enum class Factor { kCompute, kKeep };
void integrate_euler(const Model& m, Data& d, Factor factor = Factor::kCompute);
void integrate_rk4(const Model& m, Data& d);
// Whether nobody looks at what only shows of the first pass of RK4: the last one replaces it.
bool rk4_hides_first_pass(const Model& m, const Data& d);
void integrate_implicit(const Model& m, Data& d, Factor factor = Factor::kCompute);  // implicit and implicitfast

}  // namespace corten
