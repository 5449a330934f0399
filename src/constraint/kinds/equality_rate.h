// Jdot qvel of connect and weld rows: the acceleration error that the motion itself makes.
#pragma once

#include <span>

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// result -= Jdot qvel for the equality rows; needs cvel and cdof_dot.
void subtract_equality_rate(const Model& m, const Data& d, std::span<double> result);

}  // namespace corten
