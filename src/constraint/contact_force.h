// Force of one contact.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// Force and torque (normal, tangent 1, 2; spin, roll 1, 2) that geom 0 exerts on geom 1, along the axes of the
// contact's frame; zero for a contact without constraint rows or an index that does not exist. Needs efc_force.
Vec<6> contact_force(const Model& m, const Data& d, int contact);

}  // namespace corten
