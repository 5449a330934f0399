// Contact normals from the curved surfaces at the contact. See surface_normal.cc.
#pragma once

#include "collide/narrowphase.h"

namespace corten {

// Replaces the normal by those of spheres, capsules, ellipsoids and cylinders at the contact point; the mean if both
// geoms are such. A geom of -1 is none.
void correct_normal(const Model& m, const Data& d, int geom1, int geom2, RawContact& contact);

}  // namespace corten
