// Nonlinear conjugate gradients, see solvers.h.
#include <algorithm>
#include <cmath>
#include <utility>

#include "math/kernels/kernels.h"
#include "math/vec3.h"
#include "solver/solvers.h"

namespace corten {

void ConjugateDirection::remember(std::span<double>& gradient, std::span<double>& preconditioned) {
  std::swap(gradient, gradient_);
  std::swap(preconditioned, preconditioned_);
}

void ConjugateDirection::update(std::span<const double> gradient, std::span<const double> preconditioned,
                                std::span<double> direction) const {
  const auto [d_y, y_my, y_mg, d_g, d_d, g_g] =
      kernels::conjugate_sums(gradient.data(), gradient_.data(), preconditioned.data(), preconditioned_.data(),
                              direction.data(), static_cast<int>(direction.size()));
  double beta = 0;  // steepest descent where conjugacy is lost
  if (d_y >= kMinVal) {
    const double lowest = -1 / std::max(kMinVal, std::sqrt(d_d) * std::min(0.01, std::sqrt(g_g)));
    beta = std::max(lowest, (y_mg - 2 * (y_my / d_y) * d_g) / d_y);
  }
  for (std::size_t i = 0; i < direction.size(); ++i) direction[i] = -preconditioned[i] + beta * direction[i];
}

void solve_cg(Problem& p) { solve_primal(p, PrimalMethod::kCg); }

}  // namespace corten
