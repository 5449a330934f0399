// Constraint forces: problems of islands are gathered, given a starting point, solved and scattered back (solve/); or the
// contact formulation that the options choose does it.
#include <algorithm>
#include <cstddef>
#include <optional>

#include "corten/contact/compliant.h"
#include "corten/contact/convex.h"
#include "corten/contact/impulse.h"
#include "corten/contact/xpbd.h"
#include "model/access.h"
#include "model/workspace.h"
#include "pipeline/solve/problems.h"
#include "pipeline/stages.h"
#include "solver/cost.h"
#include "solver/newton.h"
#include "solver/solvers.h"

namespace corten {

namespace {

class ConvexSolve {
 public:
  ConvexSolve(const Model& m, Data& d) : m_(m), d_(d), islands_(m, d), problems_(islands_.problems()) {}
  void run();

 private:
  void use_metric();
  void solve(Problem& p);
  void solve_without_matrix(Problem& p);
  void finish_dual(Problem& p);

  bool is_dual() const { return m_.opt.solver == Solver::kPgs; }

  const Model& m_;
  Data& d_;
  IslandProblems islands_;
  const std::span<Problem> problems_;
  std::optional<FlexMetric> metric_;
};

// From here on M + K takes the place of M. MuJoCo: the starting point was chosen without K, and dofs in no island start
// at the smooth acceleration.
void ConvexSolve::use_metric() {
  metric_.emplace(m_, d_, islands_.frame());
  Problem& p = problems_[0];
  for (int k = d_.nidof; d_.nisland > 0 && k < m_.nv; ++k) {
    const int dof = d_.map_idof2dof[k];
    p.qacc[dof] = p.qacc_smooth[dof];
  }
  multiply_symmetric(p.M_rows, p.M, p.qacc, p.Ma);
  metric_->add_stiffness(p.qacc, p.Ma);
  const std::span<double> shifted = islands_.frame().take<double>(m_.nv);
  for (int i = 0; i < m_.nv; ++i) shifted[i] = d_.qfrc_smooth[i] + d_.efm_c[i];
  p.qfrc_smooth = shifted;
  p.metric = metric_of(*metric_);
}

// J' f and M^-1 (qfrc_smooth + J' f) of forces that a dual solver found.
void ConvexSolve::finish_dual(Problem& p) {
  project_force(p);
  std::copy(p.qfrc_constraint.begin(), p.qfrc_constraint.end(), p.qacc.begin());
  solve_inertia(p, p.qacc);
  for (int i = 0; i < p.nv; ++i) p.qacc[i] += p.qacc_smooth[i];
}

void ConvexSolve::solve(Problem& p) {
  if (m_.opt.solver == Solver::kNewton) solve_newton(p);
  if (m_.opt.solver == Solver::kCg) solve_cg(p);
  if (!is_dual() && p.options.noslip_iterations <= 0) return;
  Scratch::Frame frame(*p.scratch);
  const DualMatrix a(p, frame);
  if (!a.fits()) return solve_without_matrix(p);
  if (is_dual()) solve_pgs(p, a);
  if (p.options.noslip_iterations > 0) solve_noslip(p, a);
  finish_dual(p);
}

// Where the matrix of the dual problem is too large, conjugate gradients do without; noslip cannot.
void ConvexSolve::solve_without_matrix(Problem& p) {
  p.lacks_matrix = true;
  if (!is_dual()) return;
  multiply_symmetric(p.M_rows, p.M, p.qacc, p.Ma);
  multiply_rows(p, p.qacc, p.jar);
  solve_cg(p);
}

void ConvexSolve::run() {
  islands_.for_each([](Problem& p) { multiply_rows(p, p.qacc_smooth, p.b); });
  if (m_.opt.disableflags & kDisableWarmstart) {
    islands_.use_smooth_start();
  } else if (is_dual()) {
    islands_.start_dual();
  } else {
    islands_.start_primal();
  }
  if (d_.efm_active) use_metric();
  islands_.for_each([this](Problem& p) { solve(p); });
  islands_.store();
}

}  // namespace

void ConvexSolver::solve(const Model& m, Data& d) const { ConvexSolve(m, d).run(); }

namespace {

void solve_by_formulation(const Model& m, Data& d) {
  if (const ContactStage* own = own_contact_solver(d)) return own->solve(own->solver, m, d);
  switch (m.opt.formulation) {
    case Formulation::kConvex:
      return ConvexSolver{}.solve(m, d);
    case Formulation::kXpbd:
      return XpbdSolver{}.solve(m, d);
    case Formulation::kImpulse:
      return ImpulseSolver{}.solve(m, d);
    case Formulation::kCompliant:
      return CompliantSolver{}.solve(m, d);
  }
}

}  // namespace

void compute_constraint_force(const Model& m, Data& d) {
  d.qpos_rate.clear();
  std::fill(d.qfrc_constraint.begin(), d.qfrc_constraint.end(), 0.0);
  d.solver.clear();
  d.solver_niter.resize(0);
  if (d.nefc == 0) {
    d.efc_b.resize(0), d.efc_force.resize(0), d.efc_state.resize(0);  // of rows that are gone
    std::copy(d.qacc_smooth.begin(), d.qacc_smooth.end(), d.qacc.begin());
    return;
  }
  if (is_convex(m, d)) {
    ConvexSolve(m, d).run();
  } else {
    solve_by_formulation(m, d);
  }
}

}  // namespace corten
