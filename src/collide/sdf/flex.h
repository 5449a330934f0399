// Contacts of a signed distance geom with a flex of triangles.
#pragma once

#include "collide/flex/view.h"
#include "collide/narrowphase.h"

namespace corten {

// Writes at most kMaxPairContacts contacts and their elements, returns how many. Normals point out of the geom. Margins
// have no effect; flexes of other dimensions do not touch.
int collide_sdf_flex(const Model& m, const Data& d, int geom, const FlexView& flex, RawContact* out, int* elem);

}  // namespace corten
