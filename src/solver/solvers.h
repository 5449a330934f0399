// The solvers.
#pragma once

#include "solver/dual.h"
#include "solver/problem.h"

namespace corten {

// ---- primal
//
// Primal solvers: descend the cost of problem.h in qacc, with an exact line search along each direction.
//
//   gradient   g = M a - qfrc_smooth - J' f
//   Newton     direction -H^-1 g            (newton.h)
//   CG         direction -M^-1 g + beta d   (solvers.h)

enum class PrimalMethod { kNewton, kCg };

void solve_primal(Problem& p, PrimalMethod method);

// ---- cg
//
// Nonlinear conjugate gradients with the preconditioner M and the coefficient of Hager and Zhang:
//
//   y = g - g_old,   beta = (y' M^-1 g - 2 (y' M^-1 y) (d' g) / (d' y)) / (d' y),   at least -1 / (|d| min(0.01, |g|))

class ConjugateDirection {
 public:
  ConjugateDirection(int nv, Scratch::Frame& frame)
      : gradient_(frame.take<double>(nv)), preconditioned_(frame.take<double>(nv)) {}

  // Takes g and M^-1 g before they change, and gives memory for the next ones in exchange.
  void remember(std::span<double>& gradient, std::span<double>& preconditioned);

  // direction <- -M^-1 g + beta direction
  void update(std::span<const double> gradient, std::span<const double> preconditioned,
              std::span<double> direction) const;

 private:
  std::span<double> gradient_, preconditioned_;  // of the previous iteration
};

// Conjugate gradients from p.qacc.
void solve_cg(Problem& p);

// ---- pgs
//
// Projected Gauss-Seidel on the dual problem (dual.h): block after block is minimised with the others fixed.

// From p.force; writes p.force and p.state.
void solve_pgs(Problem& p, const DualMatrix& a);

// ---- noslip
//
// Noslip: after the main solver, sweeps over the friction forces alone and without regularisation, so that contacts do
// not creep. Normal forces, equality rows and limits stay as they are.

// Changes p.force and p.state.
void solve_noslip(Problem& p, const DualMatrix& a);

}  // namespace corten
