// Compliant contacts in inverse dynamics.
#pragma once

#include <span>

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// efc_force of the contacts whose bodies accelerate with qacc; efc_force has room.
void compute_compliant_force_at(const Model& m, Data& d, std::span<const double> qacc);

}  // namespace corten
