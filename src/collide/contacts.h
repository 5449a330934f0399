// All contacts of a world: who may touch, who is near, where they touch, with which parameters.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// Fills Data::contact in MuJoCo's order.
void compute_contacts(const Model& m, Data& d);

}  // namespace corten
