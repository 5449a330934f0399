// Constraint rows: J, position, margin, impedance of everything that limits the motion, in one fixed order
//   equality, dof friction, tendon friction, joint limits, tendon limits, contacts.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// Fills the position dependent efc_ fields, ne, nf, nl, nefc, nJ, and efc_address, exclude and mu of the contacts.
void compute_constraint_rows(const Model& m, Data& d);

}  // namespace corten
