// Mechanical energy.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

void compute_potential_energy(const Model& m, Data& d);  // energy[0]: gravity and springs
void compute_kinetic_energy(const Model& m, Data& d);    // energy[1]: v' M v / 2

}  // namespace corten
