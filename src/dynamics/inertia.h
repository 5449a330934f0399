// Joint-space inertia matrix and its factor.
#pragma once

#include <span>

#include "corten/data.h"
#include "corten/model.h"
#include "math/ldl.h"

namespace corten {

// Sparsity of M, qLD and qH.
inline TreePattern inertia_pattern(const Model& m) { return {m.M_rownnz, m.M_rowadr, m.M_colind}; }

// Writes crb and M, tendon armature included; needs com and tendons.
void compute_inertia(const Model& m, Data& d);
// The rows of M for some dofs, to the same places.
void copy_inertia_rows(const Model& m, const Data& d, int first, int count, std::span<double> to);
// Writes qLD and qLDiagInv.
void factor_inertia(const Model& m, Data& d);
// x <- M^-1 x with the current factor.
void solve_inertia(const Model& m, const Data& d, std::span<double> x);
// y <- M x.
void multiply_inertia(const Model& m, const Data& d, std::span<const double> x, std::span<double> y);

}  // namespace corten
