// Recursive Newton-Euler: forces that a motion needs.
#pragma once

#include <span>

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// force <- M qacc + C(q, v); with an empty qacc only the bias C: Coriolis, centrifugal and gravity. Needs velocity.
// Tendon armature is not included.
void compute_rne(const Model& m, Data& d, std::span<const double> qacc, std::span<double> force);

// Writes cacc, cfrc_ext and cfrc_int for the current qacc and applied forces.
void compute_body_forces(const Model& m, Data& d);

}  // namespace corten
