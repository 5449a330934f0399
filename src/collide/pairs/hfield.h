// Contacts of a height field with a convex geom.
#pragma once

#include "collide/convex/support.h"
#include "collide/narrowphase.h"

namespace corten {

int collide_hfield_convex(const GeomPair& pair, RawContact* out);

// The height field geom with an element of a flex, inflated by half of the margin.
int collide_hfield_element(const Model& m, Data& d, int geom, const Shape& element, double margin, RawContact* out);

}  // namespace corten
