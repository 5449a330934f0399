// Cost of every row and cone at jar = J a - aref, with its force f = -ds/djar and its zone (formulas in cost.h).
#include "solver/cost.h"

#include <algorithm>
#include <cmath>

#include "math/kernels/kernels.h"

namespace corten {

namespace {

// Huber cost: quadratic inside |x| < R f, linear with slope f outside.
double update_friction(const Problem& p, int i, double x) {
  const double f = p.frictionloss[i], bound = p.R[i] * f;
  if (x <= -bound) {
    p.force[i] = f;
    p.state[i] = ConstraintState::kLinearNeg;
    return -0.5 * bound * f - f * x;
  }
  if (x >= bound) {
    p.force[i] = -f;
    p.state[i] = ConstraintState::kLinearPos;
    return -0.5 * bound * f + f * x;
  }
  p.force[i] = -p.D[i] * x;
  p.state[i] = ConstraintState::kQuadratic;
  return 0.5 * p.D[i] * x * x;
}

// Second derivatives in x: with u = U / T, the middle zone's cost in (N, U) has the Hessian
//   D_m ( 1         -mu u'                                      )
//       ( -mu u     mu N / T u u' + (mu^2 - mu N / T) 1         )
// which is scaled from both sides by diag(mu, mu_1, mu_2, ...).
void cone_hessian(const FrictionCone& c, const double* u, double normal, double tangent, double dm, double* h) {
  const int n = c.dim;
  const double mu = c.mu, along = mu * normal / (tangent * tangent * tangent);
  const double diagonal = mu * mu - mu * normal / tangent;
  const auto scale = [&](int i) { return i == 0 ? mu : c.friction[i - 1]; };
  for (int i = 0; i < n; ++i) {
    for (int j = i; j < n; ++j) {
      double value = i == 0 ? (j == 0 ? 1 : -mu / tangent * u[j]) : along * u[i] * u[j];
      if (i > 0 && i == j) value += diagonal;
      h[i * n + j] = h[j * n + i] = value * dm * scale(i) * scale(j);
    }
  }
}

double update_cone(const Problem& p, const FrictionCone& c, const double* x, CostResult& result, ConeHessian* hessian) {
  const int i = c.first;
  const double mu = c.mu, normal = x[0] * mu;
  double u[6], square = 0;
  for (int j = 1; j < c.dim; ++j) {
    u[j] = x[j] * c.friction[j - 1];
    square += u[j] * u[j];
  }
  const double tangent = std::sqrt(square);

  double cost = 0;
  ConstraintState state;
  if (normal >= mu * tangent || (tangent <= 0 && normal >= 0)) {
    state = ConstraintState::kSatisfied;
    for (int j = 0; j < c.dim; ++j) p.force[i + j] = 0;
  } else if (mu * normal + tangent <= 0 || (tangent <= 0 && normal < 0)) {
    state = ConstraintState::kQuadratic;
    result.nactive += c.dim;
    for (int j = 0; j < c.dim; ++j) {
      p.force[i + j] = -p.D[i + j] * x[j];
      cost += 0.5 * p.D[i + j] * x[j] * x[j];
    }
  } else {
    state = ConstraintState::kCone;
    result.nactive += c.dim;
    ++result.ncone;
    const double dm = p.D[i] / (mu * mu * (1 + mu * mu)), excess = normal - mu * tangent;
    cost = 0.5 * dm * excess * excess;
    p.force[i] = -dm * excess * mu;
    for (int j = 1; j < c.dim; ++j) p.force[i + j] = -p.force[i] / tangent * u[j] * c.friction[j - 1];
    if (hessian) cone_hessian(c, u, normal, tangent, dm, hessian->h);
  }
  for (int j = 0; j < c.dim; ++j) p.state[i + j] = state;
  return cost;
}

// The cost is a sum in which each addition waits for the one before: solvers that need none save it.
template <bool kCost>
CostResult update(const Problem& p, std::span<const double> jar, std::span<ConeHessian> cone_hessians) {
  CostResult result;
  double cost = 0;
  if constexpr (kCost) {
    cost = kernels::quadratic_force(p.D.data(), jar.data(), p.force.data(), p.ne);
  } else {
    kernels::linear_force(p.D.data(), jar.data(), p.force.data(), p.ne);
  }
  std::fill_n(p.state.begin(), p.ne, ConstraintState::kQuadratic);
  for (int i = p.ne; i < p.ne + p.nf; ++i) cost += update_friction(p, i, jar[i]);
  result.nactive = p.ne + p.nf;

  for_each_contact_row(
      p,
      [&](int begin, int end) {
        static_assert(static_cast<int>(ConstraintState::kQuadratic) == 1);
        result.nactive += kernels::pushing_force(&p.D[begin], &jar[begin], &p.force[begin],
                                                 reinterpret_cast<int*>(&p.state[begin]), end - begin);
        if constexpr (kCost) {
          for (int i = begin; i < end; ++i) cost -= 0.5 * p.force[i] * jar[i];
        }
      },
      [&](int index, const FrictionCone& c) {
        ConeHessian* hessian = cone_hessians.empty() ? nullptr : &cone_hessians[index];
        cost += update_cone(p, c, &jar[c.first], result, hessian);
      });
  result.cost = cost;
  return result;
}

}  // namespace

CostResult update_constraints(const Problem& p, std::span<const double> jar) { return update<true>(p, jar, {}); }

ActiveRows update_forces(const Problem& p, std::span<const double> jar, std::span<ConeHessian> cone_hessians) {
  return update<false>(p, jar, cone_hessians);
}

double gauss_cost(const Problem& p) {
  double cost = 0;
  for (int i = 0; i < p.nv; ++i) cost += 0.5 * (p.Ma[i] - p.qfrc_smooth[i]) * (p.qacc[i] - p.qacc_smooth[i]);
  return cost;
}

}  // namespace corten
