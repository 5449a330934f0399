// Velocities of all bodies.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// Writes cvel and cdof_dot; needs com.
void compute_velocity(const Model& m, Data& d);

// Velocity of a body (angular, linear) at a world point of it, world axes.
Spatial velocity_at(const Model& m, const Data& d, int body, const Vec3& point);

}  // namespace corten
