// The diagonal of J M^-1 J': the inverse inertia that each constraint row feels.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// Fills efc_diagA: an estimate from the inverse inertias at qpos0, or exact if the diagexact flag is on,
// which needs the factor of M.
void compute_diagonal(const Model& m, Data& d);

}  // namespace corten
