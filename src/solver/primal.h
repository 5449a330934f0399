// Primal solvers: descend the cost of problem.h in qacc, with an exact line search along each direction.
//
//   gradient   g = M a - qfrc_smooth - J' f
//   Newton     direction -H^-1 g            (newton.h)
//   CG         direction -M^-1 g + beta d   (cg.h)
#pragma once

#include "solver/problem.h"

namespace corten {

enum class PrimalMethod { kNewton, kCg };

void solve_primal(Problem& p, PrimalMethod method);

}  // namespace corten
