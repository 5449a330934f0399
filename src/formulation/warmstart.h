// What a step leaves for the next one to start from.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// contact_warmstart <- the impulses of all contacts with rows, from efc_force.
void keep_impulses(const Model& m, Data& d);

}  // namespace corten
