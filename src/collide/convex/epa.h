// EPA: how deep two overlapping convex shapes penetrate, and where.
#pragma once

#include "collide/convex/simplex.h"

namespace corten {

struct Penetration {
  double dist;  // minus the depth
  Vec3 on1, on2;
  SupportPoint corner[3];  // the side of A - B that is nearest to the origin
};

// kFlat: the simplex does not grow into a polytope, the shapes only touch; kLost: the polytope broke down.
enum class EpaOutcome { kFound, kFlat, kLost };

// `simplex` is what gjk left: two to four points whose hull touches or contains the origin.
EpaOutcome epa(Shape& a, Shape& b, const Simplex& simplex, int iterations, double tolerance, Scratch& scratch,
               Penetration& result);

}  // namespace corten
