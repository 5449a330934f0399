// Penetration of two convex shapes by refining a portal; for models that switch the flag nativeccd off. See portal.cc.
#pragma once

#include "collide/convex/support.h"

namespace corten {

struct PortalContact {
  double depth = 0;
  Vec3 direction;  // from the first shape to the second, zero: they only touch
  Vec3 pos;        // midway between the surfaces
};

// False: the shapes do not overlap.
bool find_penetration(Shape& a, Shape& b, double tolerance, int max_iterations, PortalContact& out);

}  // namespace corten
