// Where the solvers begin: the warm start. The acceleration of the previous step is taken if it costs less
// than that without constraints:
//
//   cost(a) = (a - a0)' M (a - a0) / 2 + s(J a - aref)      primal, a0 smooth acceleration
//   cost(f) = f' (J M^-1 J' + R) f / 2 + f' b               dual, f forces of the previous acceleration; 0 without any
#include <algorithm>

#include "math/dense.h"
#include "model/workspace.h"
#include "pipeline/solve/problems.h"
#include "solver/cost.h"

namespace corten {

// Start where there would be no constraints.
void IslandProblems::use_smooth_start() {
  std::copy(a_.qacc_smooth.begin(), a_.qacc_smooth.end(), a_.qacc.begin());
  std::copy(a_.qfrc_smooth.begin(), a_.qfrc_smooth.end(), a_.Ma.begin());
  std::copy(a_.b.begin(), a_.b.end(), a_.jar.begin());
  std::fill(a_.force.begin(), a_.force.end(), 0.0);
  for (Problem& p : problems_) p.start.reset();
}

// qacc <- the previous acceleration, jar to match.
void IslandProblems::use_previous_start() {
  for_each([this](Problem& p) {
    const int first = static_cast<int>(p.qacc.data() - a_.qacc.data());
    for (int i = 0; i < p.nv; ++i) p.qacc[i] = d_.qacc_warmstart[dofs_in_place_ ? first + i : a_.dofs[first + i]];
    multiply_rows(p, p.qacc, p.jar);
  });
}

// The primal solvers start at the previous acceleration if its cost is not above that of the smooth one.
// MuJoCo: the decision is one for all islands, and dofs without rows take part in it.
void IslandProblems::start_primal() {
  push_free_dofs();
  use_previous_start();
  struct Costs {
    double warm, smooth;
  };
  const std::span<Costs> costs = frame_.take<Costs>(static_cast<int>(problems_.size()));
  for_each([&](Problem& p) {
    multiply_symmetric(p.M_rows, p.M, p.qacc, p.Ma);
    const double smooth = update_constraints(p, p.b).cost;
    const CostResult warm = update_constraints(p, p.jar);
    p.start = warm;
    costs[&p - problems_.data()] = {warm.cost + gauss_cost(p), smooth};
  });
  double warm_cost = 0, smooth_cost = 0;
  for (const Costs& c : costs) warm_cost += c.warm, smooth_cost += c.smooth;
  if (nisland_ > 0 && d_.nidof < m_.nv) warm_cost += free_dofs_cost();
  if (warm_cost > smooth_cost) use_smooth_start();
}

// MuJoCo: dofs in no island that rows reach all the same (rows_within_islands) feel the forces
// of the smooth acceleration.
void IslandProblems::push_free_dofs() {
  if (a_.J.value.data() == d_.efc_J.data()) return;
  Scratch::Frame frame(work(d_).scratch);
  const std::span<double> force = frame.take<double>(d_.nefc);
  for (Problem& p : problems_) {
    const std::span<double> b = frame.take<double>(p.nefc);
    const auto first = static_cast<int>(p.force.data() - a_.force.data());
    for (int i = 0; i < p.nefc; ++i) {
      const int row = rows_in_place_ ? first + i : a_.rows[first + i];
      b[i] = -d_.efc_aref[row];
      for (int k = d_.efc_J_rowadr[row], end = k + d_.efc_J_rownnz[row]; k < end; ++k) {
        b[i] += d_.efc_J[k] * d_.qacc_smooth[d_.efc_J_colind[k]];
      }
    }
    update_constraints(p, b);
    for (int i = 0; i < p.nefc; ++i) force[rows_in_place_ ? first + i : a_.rows[first + i]] = p.force[i];
  }
  for (int row = 0; row < d_.nefc; ++row) {
    for (int k = d_.efc_J_rowadr[row], end = k + d_.efc_J_rownnz[row]; k < end; ++k) {
      const int dof = d_.efc_J_colind[k];
      if (d_.dof_island[dof] < 0) d_.qfrc_constraint[dof] += d_.efc_J[k] * force[row];
    }
  }
}

// The Gauss term of dofs without rows at the previous acceleration.
double IslandProblems::free_dofs_cost() {
  Scratch::Frame frame(work(d_).scratch);
  const std::span<double> Ma = frame.take<double>(m_.nv);
  multiply_symmetric({m_.M_rownnz, m_.M_rowadr, m_.M_colind}, d_.M, d_.qacc_warmstart, Ma);
  double cost = 0;
  for (int k = d_.nidof; k < m_.nv; ++k) {
    const int i = d_.map_idof2dof[k];
    cost += 0.5 * (Ma[i] - d_.qfrc_smooth[i]) * (d_.qacc_warmstart[i] - d_.qacc_smooth[i]);
  }
  return cost;
}

// The dual solver starts at the forces that belong to the previous acceleration if they are better than none.
void IslandProblems::start_dual() {
  use_previous_start();
  double cost = 0;
  for (Problem& p : problems_) {
    Scratch::Frame frame(work(d_).scratch);
    const std::span<double> x = frame.take<double>(p.nv);
    update_constraints(p, p.jar);
    project_force(p);
    std::copy(p.qfrc_constraint.begin(), p.qfrc_constraint.end(), x.begin());
    solve_inertia(p, x);
    cost += dot(p.force, p.b) + 0.5 * dot(p.qfrc_constraint, x);
    for (int i = 0; i < p.nefc; ++i) cost += 0.5 * p.force[i] * p.force[i] * p.R[i];
  }
  if (cost > 0) std::fill(a_.force.begin(), a_.force.end(), 0.0);
}

}  // namespace corten
