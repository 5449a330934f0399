// Signed distance of a point from a simple shape.
#pragma once

#include "corten/enums.h"
#include "corten/types.h"

namespace corten {

// Positive outside, negative inside; `point` is in the frame of the shape. Zero for shapes without such a function:
// meshes, height fields.
double signed_distance(GeomType type, const Vec3& size, const Vec3& point);

}  // namespace corten
