// Parameters of a contact: from an explicit pair, from the geom of higher priority, or mixed from both geoms.
#pragma once

#include "collide/narrowphase.h"
#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// What all contacts of two geoms have in common.
struct ContactParameters {
  int dim = 3;
  double includemargin = 0;
  double adhesion = 0;
  Vec<5> friction;
  Vec<2> solref;
  Vec<2> solreffriction;  // zero: as solref
  Vec<5> solimp;
};

// `pair` is the explicit contact pair of the geoms, -1: none.
ContactParameters contact_parameters(const Model& m, int geom1, int geom2, int pair);

// Rows: the normal, and two tangents, of which the first is as near to `tangent` as possible. Without a tangent (zero)
// it starts from the y axis, or from the z axis if the normal is near the y axis.
Mat3 contact_frame(Vec3 normal, Vec3 tangent);

// Fills a new contact.
void set_contact(const RawContact& raw, const ContactParameters& parameters, int geom1, int geom2, Contact& contact);

}  // namespace corten
