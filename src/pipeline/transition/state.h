// Moving private worlds about for derivatives: copying inputs, nudging a state, differences of states.
#pragma once

#include <span>

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// Everything that the results of a step and of inverse dynamics are computed from, hooks included. All trees are awake
// in the copy, since its sleepers would lack results of earlier steps.
void copy_inputs(const Model& m, const Data& from, Data& to);

// The part of it that a step changes.
void copy_state_of_step(const Model& m, const Data& from, Data& to);

// qpos moved by eps along one dof.
void nudge_position(const Model& m, std::span<double> qpos, int dof, double eps);

// change <- (to - from) / h in dofs: the velocity that leads from one to the other in the time h.
void position_change(const Model& m, std::span<const double> from, std::span<const double> to, double h,
                     std::span<double> change);

}  // namespace corten
