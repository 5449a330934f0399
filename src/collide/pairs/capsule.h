// Contacts of a capsule with capsule and box.
#pragma once

#include "collide/shapes.h"

namespace corten {

int collide_capsule_capsule(const GeomPair& pair, RawContact* out);
int collide_capsule_box(const GeomPair& pair, RawContact* out);

int touch_capsules(const Placed& capsule1, const Placed& capsule2, double margin, RawContact* out);
int touch_capsule_box(const Placed& capsule, const Placed& box, double margin, RawContact* out);

}  // namespace corten
