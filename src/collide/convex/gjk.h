// GJK: whether two convex shapes overlap, and their nearest points where they do not.
#pragma once

#include "collide/convex/simplex.h"

namespace corten {

inline constexpr double kNoDistance = std::numeric_limits<double>::max();

struct GjkLimits {
  int iterations;
  double tolerance;
  double cutoff;  // distances above are not wanted; zero or less: no distance is wanted, only whether they overlap
};

struct GjkResult {
  bool separated;  // the shapes are known not to overlap
  bool witness;    // `on1`, `on2` are the nearest points
  double dist;     // kNoDistance: separated, at an unknown distance
  Vec3 on1, on2;
  Simplex simplex;  // part of A - B that is nearest to the origin or contains it
};

void gjk(Shape& a, Shape& b, const GjkLimits& limits, GjkResult& result);

}  // namespace corten
