// Clipping of a polygon to the prism over a side of a polytope.
#pragma once

#include <span>

#include "corten/scratch.h"
#include "math/vec3.h"

namespace corten {

// A contact point on either shape.
struct Witness {
  double dist;
  Vec3 on1, on2;
};

inline constexpr int kMaxWitnesses = 4;

struct ClipSide {
  std::span<const Vec3> corners;  // clockwise seen from outside
  Vec3 normal;                    // outward
  Vec3 witness_dir;               // from a point of the polygon against this direction lies its witness on the side
};

// Clips `polygon`, or an edge if it has two points, and writes the corners that are not above the side: on2 is the
// corner, on1 its witness. At most kMaxWitnesses: of a larger polygon four corners are chosen.
int clip_to_side(const ClipSide& side, std::span<const Vec3> polygon, Scratch::Frame& frame, Witness* out);

}  // namespace corten
