// Reference acceleration of the constraint rows: efc_vel = J qvel and efc_aref.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

void compute_constraint_reference(const Model& m, Data& d);

}  // namespace corten
