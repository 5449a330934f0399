// Where a simulation went wrong: what moved and pushed most in its last good step.
#pragma once

#include "corten/data.h"
#include "corten/model.h"
#include "view/options.h"

namespace corten::view {

// {dof, joint, body, constraint, contact} of the event "diverged", from a world after a forward pass at its last good
// state.
Json diagnose(const Model& model, const Data& data);

// Whether all coordinates and velocities are finite and below what counts as divergence.
bool is_sound(const Data& data);

}  // namespace corten::view
