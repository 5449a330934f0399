// Contacts of one element of a flex with a geom, another element or a vertex.
//
// Contacts nearer than `distance` are written, at most kMaxPairContacts; the number of them is returned.
#pragma once

#include "collide/flex/view.h"
#include "collide/narrowphase.h"

namespace corten {

// Any geom but a plane or a signed distance; normals point to the element.
int collide_geom_element(const Model& m, Data& d, int geom, const FlexView& flex, int elem, double distance,
                         RawContact* out);

// Normals point to the second element. Elements with a body in common never touch.
int collide_elements(const Model& m, Data& d, const FlexView& flex1, int elem1, const FlexView& flex2, int elem2,
                     double distance, RawContact* out);

// A vertex and an element of the same flex; normals point to the element.
int collide_vertex_element(const Model& m, Data& d, const FlexView& flex, int vert, int elem, RawContact* out);

}  // namespace corten
