// What contact formulations share with the pipeline.
#pragma once

#include <span>

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// ---- compliant
//
// Compliant contacts in inverse dynamics.

// efc_force of the contacts whose bodies accelerate with qacc; efc_force has room.
void compute_compliant_force_at(const Model& m, Data& d, std::span<const double> qacc);

// ---- warmstart
//
// What a step leaves for the next one to start from.

// contact_warmstart <- the impulses of all contacts with rows, from efc_force.
void keep_impulses(const Model& m, Data& d);

}  // namespace corten
