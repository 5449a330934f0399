// Noslip: after the main solver, sweeps over the friction forces alone and without regularisation, so that contacts do
// not creep. Normal forces, equality rows and limits stay as they are.
#pragma once

#include "solver/dual.h"
#include "solver/problem.h"

namespace corten {

// Changes p.force and p.state.
void solve_noslip(Problem& p, const DualMatrix& a);

}  // namespace corten
