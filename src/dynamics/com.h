// Quantities about the centre of mass of each kinematic tree.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// Writes subtree_com, cinert, cdof; needs kinematics.
void compute_com(const Model& m, Data& d);

}  // namespace corten
