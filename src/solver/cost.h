// Cost of the constraints, its derivative (the force) and the zone each row is in.
//
// Elliptic cone with normal row x_0, tangential rows x_j, friction mu_j and regularised friction mu. In the scaled
// variables N = mu x_0, U_j = mu_j x_j, T = |U| the cone is circular and its cost has three zones:
//
//   top     N >= mu T      0                                         no force
//   bottom  mu N + T <= 0  sum D_j x_j^2 / 2                         sticking
//   middle  otherwise      D_m (N - mu T)^2 / 2,                     sliding: the force is on the cone's surface
//                          D_m = D_0 / (mu^2 (1 + mu^2))
#pragma once

#include "solver/problem.h"

namespace corten {

struct CostResult : ActiveRows {
  double cost = 0;
};

// Symmetric dim x dim matrix of second derivatives of a cone in the middle zone.
struct ConeHessian {
  double h[36];
};

// Writes p.force and p.state at `jar` and returns the cost.
CostResult update_constraints(const Problem& p, std::span<const double> jar);

// The same without the cost; `cone_hessian`, if not empty, gets one entry per cone that is in the middle zone.
ActiveRows update_forces(const Problem& p, std::span<const double> jar, std::span<ConeHessian> cone_hessian);

// The Gauss term (a - a0)' (M a - M a0) / 2 at a = p.qacc.
double gauss_cost(const Problem& p);

}  // namespace corten
