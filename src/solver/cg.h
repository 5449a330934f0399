// Nonlinear conjugate gradients with the preconditioner M and the coefficient of Hager and Zhang:
//
//   y = g - g_old,   beta = (y' M^-1 g - 2 (y' M^-1 y) (d' g) / (d' y)) / (d' y),   at least -1 / (|d| min(0.01, |g|))
#pragma once

#include "solver/problem.h"

namespace corten {

class ConjugateDirection {
 public:
  ConjugateDirection(int nv, Scratch::Frame& frame)
      : gradient_(frame.take<double>(nv)), preconditioned_(frame.take<double>(nv)) {}

  // Call with g and M^-1 g before they change.
  void remember(std::span<const double> gradient, std::span<const double> preconditioned);

  // direction <- -M^-1 g + beta direction
  void update(std::span<const double> gradient, std::span<const double> preconditioned,
              std::span<double> direction) const;

 private:
  std::span<double> gradient_, preconditioned_;  // of the previous iteration
};

// Conjugate gradients from p.qacc.
void solve_cg(Problem& p);

}  // namespace corten
