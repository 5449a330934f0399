// Soft constraints as the minimum of a convex cost, as MuJoCo has them: PGS, CG or Newton, by the option solver.
#pragma once

#include "corten/contact_solver.h"

namespace corten {

struct ConvexSolver {
  void solve(const Model& model, Data& data) const;
};

}  // namespace corten
