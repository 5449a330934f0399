// Force of one contact.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// contact_force() of query.h without the guards.
Vec<6> force_of_contact(const Model& m, const Data& d, int contact);

}  // namespace corten
