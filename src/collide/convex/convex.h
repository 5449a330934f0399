// Contacts of two convex geoms by GJK and EPA, or by portals.
#pragma once

#include "collide/convex/support.h"
#include "collide/narrowphase.h"

namespace corten {

int collide_convex(const GeomPair& pair, RawContact* out);

// Whether the older search by portals replaces GJK and EPA.
inline bool uses_portals(const Model& m) { return m.opt.disableflags & kDisableNativeCcd; }

// Contacts of two shapes that have been inflated by `margin` together; for the parts of a height field too.
int collide_shapes(const Model& m, Shape& a, Shape& b, double margin, int max_contacts, Scratch& scratch,
                   RawContact* out);

}  // namespace corten
