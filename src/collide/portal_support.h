// Support points as the search by portals wants them. See portal_support.cc.
#pragma once

#include "collide/support.h"

namespace corten {

// Support point of A - B, inflated by the margins.
void portal_support(Shape& a, Shape& b, const Vec3& dir, SupportPoint& out);

}  // namespace corten
