// Passive forces: springs, dampers, gravity compensation, fluid.
#pragma once

#include "corten/data.h"
#include "corten/model.h"
#include "dynamics/passive/polynomial.h"

namespace corten {

// Writes qfrc_spring and qfrc_damper with the forces of joints and tendons; others may add to them before the sum.
void compute_springs_and_dampers(const Model& m, Data& d);
// Writes qfrc_gravcomp, qfrc_fluid, qfrc_adhesion and qfrc_passive, the sum of all passive forces.
void compute_passive(const Model& m, Data& d);

// The joint's spring.
inline Polynomial joint_stiffness(const Model& m, int joint) {
  return {m.jnt_stiffness[joint], m.jnt_stiffnesspoly[joint][0], m.jnt_stiffnesspoly[joint][1]};
}

}  // namespace corten
