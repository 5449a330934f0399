// Constraint forces: hands the rows to the solver chosen by the options and stores what it finds.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// Fills efc_b, efc_force, efc_state, qacc, qfrc_constraint and the solver statistics.
void compute_constraint_force(const Model& m, Data& d);

}  // namespace corten
