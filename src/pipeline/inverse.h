// Inverse dynamics in parts, for passes in which only some of the inputs have changed.
#pragma once

#include "corten/data.h"
#include "corten/model.h"
#include "pipeline/forward.h"
#include "solver/problem.h"

namespace corten {

// inverse(), without the stages whose inputs have not changed.
void inverse(const Model& m, Data& d, Skip skip, Sensors sensors);

// Throws std::invalid_argument if there is no inverse dynamics for the contact formulation, or require_usable() does.
void require_inverse(const Model& m, const Data& d);

// compare_forward_inverse(), of a Data that belongs to the Model.
void write_forward_inverse(const Model& m, Data& d);

// The constraint rows of the whole world as a problem with an empty J and without solution; the list of elliptic cones
// lives in `frame`.
Problem make_cost_problem(const Model& m, Data& d, Scratch::Frame& frame);

// Writes efc_force, efc_state and qfrc_constraint = J' efc_force for the acceleration qacc.
void compute_constraint_force_at(const Model& m, Data& d, std::span<const double> qacc);

}  // namespace corten
