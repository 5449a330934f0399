// Equality constraints that hold the shape of a flex.
#pragma once

#include "constraint/row_sink.h"
#include "corten/data.h"
#include "corten/model.h"

namespace corten {

inline bool is_flex_equality(EqualityType type) {
  return type == EqualityType::kFlex || type == EqualityType::kFlexVert || type == EqualityType::kFlexStrain;
}

// MuJoCo: each row counts as a constraint of its own, with dofs of its own.
void assemble_flex_equality(const Model& m, Data& d, int e, RowSink& sink);

// Writes the inverse inertia that the rows feel, as far as there is room, and returns the number of rows.
int estimate_flex_equality(const Model& m, int e, std::span<double> A);

}  // namespace corten
