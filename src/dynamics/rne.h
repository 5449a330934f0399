// Recursive Newton-Euler: forces that a motion needs.
#pragma once

#include <span>

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// force <- M qacc + C(q, v); with an empty qacc only the bias C: Coriolis, centrifugal and gravity. Needs velocity.
// Tendon armature is not included.
void compute_rne(const Model& m, Data& d, std::span<const double> qacc, std::span<double> force);

// Writes cfrc_ext for the applied forces alone; constraint/body_forces.h adds those of constraints.
void compute_applied_wrenches(const Model& m, Data& d);

// Writes cacc, and cfrc_int for the current qacc and cfrc_ext.
void compute_internal_forces(const Model& m, Data& d);

}  // namespace corten
