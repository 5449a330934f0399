// Contacts of signed distance geoms. They are found where a geom is inside the other; margins have no effect.
#pragma once

#include "collide/narrowphase.h"

namespace corten {

// A sphere, capsule, ellipsoid, cylinder, box or sdf geom with an sdf geom.
int collide_sdf(const GeomPair& pair, RawContact* out);

// A mesh with an sdf geom (sdf_mesh.cc): the triangles of the mesh, not its hull.
int collide_mesh_sdf(const GeomPair& pair, RawContact* out);

}  // namespace corten
