// Rays against signed distance geoms.
#pragma once

#include "collide/ray/shapes.h"
#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// Distance from the start of the ray to the surface, -1: missed. MuJoCo: in units of length, not of the direction.
double ray_sdf(const Model& m, const Data& d, int geom, const Ray& ray, Vec3* normal);

}  // namespace corten
