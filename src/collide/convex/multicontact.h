// Several contacts of two polytopes (boxes, meshes) from the one deepest point: where a flat side of one rests on a
// side or an edge of the other, the common area has more corners to support it.
#pragma once

#include "collide/convex/epa.h"
#include "collide/convex/polygon_clip.h"
#include "corten/model.h"

namespace corten {

// Writes the contacts, or the single one of `penetration` where there are no more, and returns how many.
int find_contact_patch(const Model& m, const Shape& a, const Shape& b, const Penetration& penetration, Scratch& scratch,
                       Witness out[kMaxWitnesses]);

}  // namespace corten
