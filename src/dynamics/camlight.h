// Where cameras and lights are.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// Writes cam_xpos, cam_xmat, light_xpos, light_xdir; needs kinematics and subtree_com.
void compute_camlight(const Model& m, Data& d);

}  // namespace corten
