// Soft constraints as the minimum of a convex cost, as MuJoCo has them: PGS, CG or Newton, by the option solver.
#pragma once

#include "corten/contact_solver.h"
#include "corten/export.h"

namespace corten {

struct CORTEN_API ConvexSolver {
  void solve(const Model& model, Data& data) const;
};

}  // namespace corten
