// See cg.h.
#include "solver/cg.h"

#include <algorithm>
#include <cmath>

#include "math/vec3.h"
#include "solver/primal.h"

namespace corten {

void ConjugateDirection::remember(std::span<const double> gradient, std::span<const double> preconditioned) {
  std::copy(gradient.begin(), gradient.end(), gradient_.begin());
  std::copy(preconditioned.begin(), preconditioned.end(), preconditioned_.begin());
}

void ConjugateDirection::update(std::span<const double> gradient, std::span<const double> preconditioned,
                                std::span<double> direction) const {
  double d_y = 0, y_my = 0, y_mg = 0, d_g = 0, d_d = 0, g_g = 0;
  for (std::size_t i = 0; i < direction.size(); ++i) {
    const double y = gradient[i] - gradient_[i], d = direction[i], g = gradient[i];
    d_y += d * y;
    y_my += y * (preconditioned[i] - preconditioned_[i]);
    y_mg += y * preconditioned[i];
    d_g += d * g;
    d_d += d * d;
    g_g += g * g;
  }
  double beta = 0;  // steepest descent where conjugacy is lost
  if (d_y >= kMinVal) {
    const double lowest = -1 / std::max(kMinVal, std::sqrt(d_d) * std::min(0.01, std::sqrt(g_g)));
    beta = std::max(lowest, (y_mg - 2 * (y_my / d_y) * d_g) / d_y);
  }
  for (std::size_t i = 0; i < direction.size(); ++i) direction[i] = -preconditioned[i] + beta * direction[i];
}

void solve_cg(Problem& p) { solve_primal(p, PrimalMethod::kCg); }

}  // namespace corten
