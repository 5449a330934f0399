// Wrapping: the shortest way of a tendon past a sphere or a cylinder.
#pragma once

#include <optional>

#include "corten/enums.h"
#include "math/vec3.h"

namespace corten {

// The obstacle: a sphere, or an infinite cylinder along the z axis of its frame.
struct WrapShape {
  WrapType type = WrapType::kSphere;
  Vec3 pos;
  Mat3 mat;
  double radius = 0;
};

// The part of the path that lies on the obstacle.
struct WrapArc {
  Vec3 first, second;  // where the path meets and leaves the surface
  double length = 0;   // along the surface
};

// Path from `from` to `to` round the object; none if the straight line is free. `side` chooses between the two ways
// round an obstacle; a side point inside the object makes the tendon pass through it, touching the surface from within.
std::optional<WrapArc> wrap(const WrapShape& shape, const Vec3& from, const Vec3& to, const Vec3* side);

}  // namespace corten
