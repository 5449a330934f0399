// Integrators that are implicit in the velocity:
//   (M - h D) qacc = qfrc_smooth + qfrc_constraint,   D = d(passive + actuator - bias force) / d qvel
// implicit      uses all of D, which is unsymmetric.
// implicitfast  leaves out the bias force and takes the lower triangle for a symmetric D; a free body on its own, whose
//               tumbling is all in the bias force, gets its full 6 x 6 block nevertheless.
// MuJoCo: where flexes are solved with the metric M + K, qacc is that of the solver and nothing else is implicit.
#include <algorithm>

#include "dynamics/derivative/derivative.h"
#include "dynamics/smooth.h"
#include "model/access.h"
#include "model/awake.h"
#include "model/workspace.h"
#include "pipeline/integrate/integrate.h"

namespace corten {

namespace {

// The rows of D for the given dofs, to the same places of qLU.
void copy_derivative_rows(const Model& m, Data& d, int first, int count) {
  if (count == 0) return;
  const int begin = m.D_rowadr[first], last = first + count - 1;
  std::copy(d.qDeriv.begin() + begin, d.qDeriv.begin() + m.D_rowadr[last] + m.D_rownnz[last], d.qLU.begin() + begin);
}

// qLU <- factor of M - h D for the given dofs, which are whole trees. In: their rows of D in qLU.
void factor_full(const Model& m, Data& d, int first, int count) {
  const DofPattern pattern = dof_pattern(m);
  for (int i = first; i < first + count; ++i) {
    for (double& x : d.qLU.span(m.D_rowadr[i], m.D_rownnz[i])) x *= -m.opt.timestep;
  }
  for (int i = first; i < first + count; ++i) {
    for (int k = m.M_rowadr[i], end = k + m.M_rownnz[i]; k < end; ++k) {
      const int j = m.M_colind[k];
      d.qLU[pattern.upper(j, i)] += d.M[k];
      if (j < i) d.qLU[pattern.lower(i, j)] += d.M[k];
    }
  }
  factor_lu(pattern, m.D_colind, d.qLU, first, count);
}

bool is_standalone_free_tree(const Model& m, int tree) {
  return is_standalone_free_body(m, m.dof_bodyid[m.tree_dofadr[tree]]);
}

// Calls visit(tree) for free bodies on their own that are awake.
template <class Visit>
void for_each_free_body(const Model& m, const Data& d, Visit visit) {
  const bool sleepers = has_sleepers(m, d);
  for (int t = 0; t < m.ntree; ++t) {
    if (is_standalone_free_tree(m, t) && !(sleepers && !d.tree_awake[t])) visit(t);
  }
}

void solve_symmetric(const Model& m, const Data& d, int first, int count, std::span<double> qacc) {
  if (count == 0) return;
  for (int t = m.dof_treeid[first]; t < m.ntree && m.tree_dofadr[t] < first + count; ++t) {
    if (is_standalone_free_tree(m, t)) continue;
    solve_ldl_range(inertia_pattern(m), d.qH, d.qHDiagInv, qacc, m.tree_dofadr[t], m.tree_dofnum[t]);
  }
}

void factor(const Model& m, Data& d, bool full) {
  compute_velocity_derivative(m, d, full);
  if (full) {
    for_each_awake_range(m, d, [&](int first, int count) {
      copy_derivative_rows(m, d, first, count);
      factor_full(m, d, first, count);
    });
    return;
  }
  for_each_awake_range(m, d, [&](int first, int count) { factor_implicit_inertia(m, d, first, count); });
  for_each_free_body(m, d, [&](int tree) {
    copy_derivative_rows(m, d, m.tree_dofadr[tree], m.tree_dofnum[tree]);
    subtract_bias_derivative(m, d, tree, d.qLU);
    factor_full(m, d, m.tree_dofadr[tree], m.tree_dofnum[tree]);
  });
}

// qacc <- (M - h D)^-1 qacc
void solve(const Model& m, const Data& d, bool full, std::span<double> qacc) {
  const auto solve_full = [&](int first, int count) {
    solve_lu(dof_pattern(m), m.D_colind, d.qLU, qacc, first, count);
  };
  if (full) return for_each_awake_range(m, d, solve_full);
  for_each_awake_range(m, d, [&](int first, int count) { solve_symmetric(m, d, first, count, qacc); });
  for_each_free_body(m, d, [&](int tree) { solve_full(m.tree_dofadr[tree], m.tree_dofnum[tree]); });
}

}  // namespace

void integrate_implicit(const Model& m, Data& d, Factor reuse) {
  if (moves_by_itself(m, d)) return advance_by_itself(m, d);
  if (d.efm_active) return advance(m, d, d.act_dot, d.qacc, {});
  const bool full = m.opt.integrator == Integrator::kImplicit;
  const std::span<double> qacc = work(d).scratch_nv.span(0, m.nv);
  for (int i = 0; i < m.nv; ++i) qacc[static_cast<std::size_t>(i)] = d.qfrc_smooth[i] + d.qfrc_constraint[i];
  if (reuse == Factor::kCompute) factor(m, d, full);
  solve(m, d, full, qacc);
  advance(m, d, d.act_dot, qacc, {});
}

}  // namespace corten
