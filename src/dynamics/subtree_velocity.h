// Velocity and angular momentum of subtrees.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// Writes subtree_linvel and subtree_angmom; needs velocity. Not part of a forward pass: called when somebody asks.
void compute_subtree_velocity(const Model& m, Data& d);

}  // namespace corten
