// A page's hand in the world: a spring between a point of a body and where the mouse is.
#pragma once

#include <optional>

#include "corten/data.h"
#include "corten/model.h"

namespace corten::view {

struct Pull {
  int body = 0;
  Vec3 point;   // in the frame of the body
  Vec3 target;  // in the world
  bool torque = false;
};

// Force and torque on the body, at its centre of mass: critically damped, so that the body comes to the target without
// swinging. Needs positions and velocities of a pass.
Vec<6> pull_wrench(const Model& model, const Data& data, const Pull& pull);

// The body that stands for `body` in mocap, -1: it moves by forces.
int mocap_of(const Model& model, int body);

// A mocap body follows at once.
void pull_mocap(const Model& model, Data& data, const Pull& pull);

}  // namespace corten::view
