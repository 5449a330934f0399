// Contacts of a height field with a convex geom.
#pragma once

#include "collide/narrowphase.h"

namespace corten {

int collide_hfield_convex(const GeomPair& pair, RawContact* out);

}  // namespace corten
