// Contacts of two boxes.
#pragma once

#include "collide/narrowphase.h"

namespace corten {

int collide_box_box(const GeomPair& pair, RawContact* out);

}  // namespace corten
