// Accelerations of bodies and the forces that act on them, constraints included.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// Writes cacc, cfrc_ext and cfrc_int for the current qacc, applied forces, contacts, connect and weld constraints.
// Other constraints and actuators act between a body and its parent and are part of cfrc_int.
void compute_body_forces(const Model& m, Data& d);

}  // namespace corten
