// Contacts of a plane with an ellipsoid or a mesh.
#pragma once

#include "collide/narrowphase.h"

namespace corten {

int collide_plane_convex(const GeomPair& pair, RawContact* out);

}  // namespace corten
