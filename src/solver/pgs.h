// Projected Gauss-Seidel on the dual problem (dual.h): block after block is minimised with the others fixed.
#pragma once

#include "solver/dual.h"
#include "solver/problem.h"

namespace corten {

// From p.force; writes p.force and p.state.
void solve_pgs(Problem& p, const DualMatrix& a);

}  // namespace corten
