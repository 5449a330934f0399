// Approximate convex decomposition: a concave solid as a few convex parts.
#pragma once

#include <span>
#include <vector>

#include "corten/types.h"

namespace corten {

struct DecomposeOptions {
  int max_parts = 16;
  double tolerance = 0.05;  // how much larger all parts together may be than the solid, relative to its volume
};

struct ConvexPart {
  std::vector<Vec3> vertices;  // of its hull
  double volume = 0;           // of its hull
};

// Parts that cover the solid. They are cut along planes normal to the coordinate axes, so that neighbours meet without
// a gap; each is the convex hull of its piece of the solid and may reach a little into the others. A convex solid gives
// one part. The same input gives the same parts. Throws std::runtime_error if the surface is not closed.
std::vector<ConvexPart> decompose(std::span<const float> vertices, std::span<const int> faces,
                                  const DecomposeOptions& options);

}  // namespace corten
