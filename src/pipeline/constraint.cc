// Constraint forces. One solver problem per island; without islands one problem for everything.
//
// All arrays are put into island order first, so that an island is a range of dofs and a range of rows. If there is one
// island and it starts at the first dof, that order is the order of Data and its arrays are used as they are. Where
// flexes are solved with the metric M + K, islands are not used.
#include "pipeline/constraint.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "constraint/islands/flex.h"
#include "corten/contact/compliant.h"
#include "corten/contact/convex.h"
#include "corten/contact/impulse.h"
#include "corten/contact/xpbd.h"
#include "corten/thread_pool.h"
#include "math/dense.h"
#include "model/formulation.h"
#include "model/workspace.h"
#include "pipeline/flex_metric.h"
#include "solver/cg.h"
#include "solver/cost.h"
#include "solver/newton.h"
#include "solver/noslip.h"
#include "solver/pgs.h"

namespace corten {

namespace {

constexpr int kMaxStats = 200;  // iterations of an island that are recorded
constexpr int kFewRows = 40;    // with fewer rows waking the threads takes longer than solving

template <class T>
std::span<T> gather(Scratch::Frame& frame, const Array<T>& from, std::span<const int> map) {
  const std::span<T> to = frame.take<T>(static_cast<int>(map.size()));
  for (std::size_t i = 0; i < map.size(); ++i) to[i] = from[map[i]];
  return to;
}

template <class T>
void scatter(std::span<const T> from, Array<T>& to, std::span<const int> map) {
  for (std::size_t i = 0; i < map.size(); ++i) to[map[i]] = from[i];
}

class ConstraintSolve {
 public:
  ConstraintSolve(const Model& m, Data& d);
  void run();

 private:
  // Everything in island order.
  struct Arrays {
    std::span<const int> M_rownnz, M_rowadr, M_colind, rows, local_dof;
    std::span<const double> M, qLD, qLDiagInv, qfrc_smooth, qacc_smooth;
    std::span<const double> D, R, aref, frictionloss;
    SparseRows J;
    std::span<double> qacc, Ma, jar, b, force, qfrc_constraint;
    std::span<ConstraintState> state;
  };

  void use_data_order();
  void use_island_order();
  void gather_inertia(std::span<const int> dofs);
  void make_problem(int island);
  void list_cones(Problem& p, std::span<const int> rows);
  void use_smooth_start();
  void use_previous_start();
  void push_free_dofs();
  double free_dofs_cost();
  void start_primal();
  void start_dual();
  void use_metric();
  void solve_all();
  void solve(Problem& p);
  void solve_without_matrix(Problem& p);
  void finish_dual(Problem& p);
  void store();

  bool is_dual() const { return m_.opt.solver == Solver::kPgs; }

  const Model& m_;
  Data& d_;
  const int nisland_;
  Scratch::Frame frame_;
  std::optional<FlexMetric> metric_;
  Arrays a_;
  std::span<Problem> problems_;
  std::span<FrictionCone> cones_;  // of all islands
  int ncone_ = 0;
  const bool in_data_order_;
};

// The only island holds the first dofs, or there are no islands.
bool is_data_order(const Data& d, int nisland) {
  return nisland == 0 || (nisland == 1 && d.map_idof2dof[d.nidof - 1] == d.nidof - 1);
}

ConstraintSolve::ConstraintSolve(const Model& m, Data& d)
    : m_(m),
      d_(d),
      nisland_(d.efm_active ? 0 : d.nisland),
      frame_(work(d).scratch),
      in_data_order_(is_data_order(d, nisland_)) {
  d.efc_b.resize(d.nefc);
  d.efc_force.resize(d.nefc);
  d.efc_state.resize(d.nefc);
  if (in_data_order_) {
    use_data_order();
  } else {
    use_island_order();
  }
  a_.J = nisland_ > 0 ? rows_within_islands(m, d, frame_)
                      : SparseRows{d.efc_J_rownnz, d.efc_J_rowadr, d.efc_J_colind, d.efc_J, {}, {}};
  const int nv = static_cast<int>(a_.qacc.size());
  a_.Ma = frame_.take<double>(nv);
  a_.jar = frame_.take<double>(d.nefc);
  cones_ = frame_.take<FrictionCone>(static_cast<int>(d.contact.size()));
  problems_ = frame_.take<Problem>(std::max(1, nisland_));
  for (int k = 0; k < static_cast<int>(problems_.size()); ++k) make_problem(k);
}

void ConstraintSolve::use_data_order() {
  const int nv = nisland_ == 0 ? m_.nv : d_.nidof;
  a_.M_rownnz = m_.M_rownnz, a_.M_rowadr = m_.M_rowadr, a_.M_colind = m_.M_colind;
  a_.M = d_.M, a_.qLD = d_.qLD, a_.qLDiagInv = d_.qLDiagInv;
  a_.qfrc_smooth = d_.qfrc_smooth.span(0, nv), a_.qacc_smooth = d_.qacc_smooth.span(0, nv);
  a_.qacc = d_.qacc.span(0, nv), a_.qfrc_constraint = d_.qfrc_constraint.span(0, nv);
  a_.D = d_.efc_D, a_.R = d_.efc_R, a_.aref = d_.efc_aref, a_.frictionloss = d_.efc_frictionloss;
  a_.b = d_.efc_b, a_.force = d_.efc_force, a_.state = d_.efc_state;
}

void ConstraintSolve::use_island_order() {
  const std::span<const int> dofs = d_.map_idof2dof.span(0, d_.nidof), rows = d_.map_iefc2efc;
  const std::span<int> local_dof = frame_.take<int>(m_.nv);
  for (int i = 0; i < m_.nv; ++i) {
    const int island = d_.dof_island[i];
    local_dof[i] = island < 0 ? -1 : d_.map_dof2idof[i] - d_.island_idofadr[island];
  }
  a_.local_dof = local_dof;
  a_.rows = rows;
  gather_inertia(dofs);
  a_.qfrc_smooth = gather(frame_, d_.qfrc_smooth, dofs), a_.qacc_smooth = gather(frame_, d_.qacc_smooth, dofs);
  a_.qacc = frame_.take<double>(d_.nidof), a_.qfrc_constraint = frame_.take<double>(d_.nidof);
  a_.D = gather<double>(frame_, d_.efc_D, rows), a_.R = gather<double>(frame_, d_.efc_R, rows);
  a_.aref = gather<double>(frame_, d_.efc_aref, rows);
  a_.frictionloss = gather<double>(frame_, d_.efc_frictionloss, rows);
  a_.b = frame_.take<double>(d_.nefc), a_.force = frame_.take<double>(d_.nefc);
  a_.state = frame_.take<ConstraintState>(d_.nefc);
}

// Rows of M and its factor; columns are counted from the island's first dof.
void ConstraintSolve::gather_inertia(std::span<const int> dofs) {
  const int n = static_cast<int>(dofs.size());
  int size = 0;
  for (const int dof : dofs) size += m_.M_rownnz[dof];
  const std::span<int> rownnz = frame_.take<int>(n), rowadr = frame_.take<int>(n), colind = frame_.take<int>(size);
  const std::span<double> inertia = frame_.take<double>(size), factor = frame_.take<double>(size);
  for (int i = 0, at = 0; i < n; ++i) {
    const int from = m_.M_rowadr[dofs[i]], nnz = m_.M_rownnz[dofs[i]];
    rownnz[i] = nnz;
    rowadr[i] = at;
    for (int k = 0; k < nnz; ++k) {
      colind[at + k] = a_.local_dof[m_.M_colind[from + k]];
      inertia[at + k] = d_.M[from + k];
      factor[at + k] = d_.qLD[from + k];
    }
    at += nnz;
  }
  a_.M_rownnz = rownnz, a_.M_rowadr = rowadr, a_.M_colind = colind;
  a_.M = inertia, a_.qLD = factor;
  a_.qLDiagInv = gather(frame_, d_.qLDiagInv, dofs);
}

void ConstraintSolve::make_problem(int island) {
  const bool islands = nisland_ > 0;
  const int dof = islands ? d_.island_idofadr[island] : 0, row = islands ? d_.island_iefcadr[island] : 0;
  Problem& p = problems_[island] = Problem{};
  p.nv = islands ? d_.island_nv[island] : m_.nv;
  p.nefc = islands ? d_.island_nefc[island] : d_.nefc;
  p.ne = islands ? d_.island_ne[island] : d_.ne;
  p.nf = islands ? d_.island_nf[island] : d_.nf;
  p.scratch = &work(d_).scratch;
  const Option& o = m_.opt;
  p.options = {o.tolerance,     o.ls_tolerance,      o.noslip_tolerance, o.iterations,
               o.ls_iterations, o.noslip_iterations, d_.memory_limit};

  const auto dofs = [&](auto span) { return span.subspan(dof, p.nv); };
  const auto rows = [&](auto span) { return span.subspan(row, p.nefc); };
  p.M_rows = {dofs(a_.M_rownnz), dofs(a_.M_rowadr), a_.M_colind};
  p.M = a_.M, p.qLD = a_.qLD, p.qLDiagInv = dofs(a_.qLDiagInv);
  p.qfrc_smooth = dofs(a_.qfrc_smooth), p.qacc_smooth = dofs(a_.qacc_smooth);
  p.qacc = dofs(a_.qacc), p.Ma = dofs(a_.Ma), p.qfrc_constraint = dofs(a_.qfrc_constraint);
  p.D = rows(a_.D), p.R = rows(a_.R), p.aref = rows(a_.aref), p.frictionloss = rows(a_.frictionloss);
  p.b = rows(a_.b), p.jar = rows(a_.jar), p.force = rows(a_.force), p.state = rows(a_.state);

  const std::span<const int> order = a_.rows.empty() ? a_.rows : rows(a_.rows);
  if (p.nefc > 0) {  // MuJoCo: an island that only stiffness holds together has no rows
    SparseRows J = a_.J;
    J.order = order, J.column_map = a_.local_dof;
    p.J = make_block_rows(J, frame_);
  }
  list_cones(p, order);

  p.dual_scale = 1 / (m_.stat.meaninertia * std::max(1, m_.nv));
  p.scale = p.dual_scale;
  if (islands) {  // MuJoCo: an island's scale is that of its present inertia
    double trace = 0;
    for (int i = 0; i < p.nv; ++i) trace += p.M[p.M_rows.rowadr[i] + p.M_rows.rownnz[i] - 1];
    p.scale = 1 / trace;
  }
  const long sweeps = std::max(0l, long{o.iterations}) + std::max(0l, long{o.noslip_iterations});
  p.stats = frame_.take<IterationStat>(static_cast<int>(std::min(long{kMaxStats}, sweeps)));
}

// Contacts with friction among the rows of a problem.
void ConstraintSolve::list_cones(Problem& p, std::span<const int> rows) {
  p.cone = m_.opt.cone;
  const int first = ncone_;
  for (int i = p.ne + p.nf; i < p.nefc;) {
    const int row = rows.empty() ? i : rows[i];
    const ConstraintType type = d_.efc_type[row];
    if (type != ConstraintType::kContactPyramidal && type != ConstraintType::kContactElliptic) {
      ++i;
      continue;
    }
    const Contact& contact = d_.contact[d_.efc_id[row]];
    cones_[ncone_++] = {i, contact.dim, contact.mu, contact.friction};
    i += type == ConstraintType::kContactElliptic ? contact.dim : 2 * (contact.dim - 1);
  }
  p.cones = cones_.subspan(first, ncone_ - first);
}

// Start where there would be no constraints.
void ConstraintSolve::use_smooth_start() {
  std::copy(a_.qacc_smooth.begin(), a_.qacc_smooth.end(), a_.qacc.begin());
  std::copy(a_.qfrc_smooth.begin(), a_.qfrc_smooth.end(), a_.Ma.begin());
  std::copy(a_.b.begin(), a_.b.end(), a_.jar.begin());
  std::fill(a_.force.begin(), a_.force.end(), 0.0);
}

// qacc <- the previous acceleration, jar to match.
void ConstraintSolve::use_previous_start() {
  const std::span<const int> dofs = d_.map_idof2dof.span(0, static_cast<int>(a_.qacc.size()));
  for (std::size_t i = 0; i < a_.qacc.size(); ++i) {
    a_.qacc[i] = d_.qacc_warmstart[in_data_order_ ? static_cast<int>(i) : dofs[i]];
  }
  for (Problem& p : problems_) multiply_rows(p, p.qacc, p.jar);
}

// The primal solvers start at the previous acceleration if its cost is not above that of the smooth one.
// MuJoCo: the decision is one for all islands, and dofs without rows take part in it.
void ConstraintSolve::start_primal() {
  push_free_dofs();
  use_previous_start();
  double warm_cost = 0, smooth_cost = 0;
  for (const Problem& p : problems_) {
    multiply_symmetric(p.M_rows, p.M, p.qacc, p.Ma);
    smooth_cost += update_constraints(p, p.b).cost;
    warm_cost += update_constraints(p, p.jar).cost + gauss_cost(p);
  }
  if (static_cast<int>(a_.qacc.size()) < m_.nv) warm_cost += free_dofs_cost();
  if (warm_cost > smooth_cost) use_smooth_start();
}

// MuJoCo: dofs in no island that rows reach all the same (rows_within_islands) feel the forces of the smooth
// acceleration.
void ConstraintSolve::push_free_dofs() {
  if (a_.J.value.data() == d_.efc_J.data()) return;
  Scratch::Frame frame(work(d_).scratch);
  const std::span<double> force = frame.take<double>(d_.nefc);
  for (Problem& p : problems_) {
    const std::span<double> b = frame.take<double>(p.nefc);
    const auto first = static_cast<int>(p.force.data() - a_.force.data());
    for (int i = 0; i < p.nefc; ++i) {
      const int row = a_.rows.empty() ? first + i : a_.rows[first + i];
      b[i] = -d_.efc_aref[row];
      for (int k = d_.efc_J_rowadr[row], end = k + d_.efc_J_rownnz[row]; k < end; ++k) {
        b[i] += d_.efc_J[k] * d_.qacc_smooth[d_.efc_J_colind[k]];
      }
    }
    update_constraints(p, b);
    for (int i = 0; i < p.nefc; ++i) force[a_.rows.empty() ? first + i : a_.rows[first + i]] = p.force[i];
  }
  for (int row = 0; row < d_.nefc; ++row) {
    for (int k = d_.efc_J_rowadr[row], end = k + d_.efc_J_rownnz[row]; k < end; ++k) {
      const int dof = d_.efc_J_colind[k];
      if (d_.dof_island[dof] < 0) d_.qfrc_constraint[dof] += d_.efc_J[k] * force[row];
    }
  }
}

// The Gauss term of dofs without rows at the previous acceleration.
double ConstraintSolve::free_dofs_cost() {
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
void ConstraintSolve::start_dual() {
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

// From here on M + K takes the place of M. MuJoCo: the starting point was chosen without K, and dofs in no island start
// at the smooth acceleration.
void ConstraintSolve::use_metric() {
  metric_.emplace(m_, d_, frame_);
  Problem& p = problems_[0];
  for (int k = d_.nidof; d_.nisland > 0 && k < m_.nv; ++k) {
    const int dof = d_.map_idof2dof[k];
    p.qacc[dof] = p.qacc_smooth[dof];
  }
  multiply_symmetric(p.M_rows, p.M, p.qacc, p.Ma);
  metric_->add_stiffness(p.qacc, p.Ma);
  const std::span<double> shifted = frame_.take<double>(m_.nv);
  for (int i = 0; i < m_.nv; ++i) shifted[i] = d_.qfrc_smooth[i] + d_.efm_c[i];
  p.qfrc_smooth = shifted;
  p.metric = metric_of(*metric_);
}

// J' f and M^-1 (qfrc_smooth + J' f) of forces that a dual solver found.
void ConstraintSolve::finish_dual(Problem& p) {
  project_force(p);
  std::copy(p.qfrc_constraint.begin(), p.qfrc_constraint.end(), p.qacc.begin());
  solve_inertia(p, p.qacc);
  for (int i = 0; i < p.nv; ++i) p.qacc[i] += p.qacc_smooth[i];
}

void ConstraintSolve::solve(Problem& p) {
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
void ConstraintSolve::solve_without_matrix(Problem& p) {
  p.lacks_matrix = true;
  if (!is_dual()) return;
  multiply_symmetric(p.M_rows, p.M, p.qacc, p.Ma);
  multiply_rows(p, p.qacc, p.jar);
  solve_cg(p);
}

// Islands share nothing, so the forces are the same in any order and on any thread.
void ConstraintSolve::solve_all() {
  ThreadPool* const pool = d_.nefc < kFewRows ? nullptr : d_.threads.get();
  if (!pool) {
    for (Problem& p : problems_) solve(p);
    return;
  }
  pool->run(static_cast<int>(problems_.size()), [&](int k, int worker) {
    Problem& p = problems_[static_cast<std::size_t>(k)];
    if (worker > 0) p.scratch = &pool->scratch(worker);
    solve(p);
  });
}

// Puts results back into the order of Data; dofs without rows move as if there were no constraints.
void ConstraintSolve::store() {
  if (!in_data_order_) {
    scatter<double>(a_.qacc, d_.qacc, d_.map_idof2dof.span(0, d_.nidof));
    scatter<double>(a_.qfrc_constraint, d_.qfrc_constraint, d_.map_idof2dof.span(0, d_.nidof));
    scatter<double>(a_.b, d_.efc_b, a_.rows);
    scatter<double>(a_.force, d_.efc_force, a_.rows);
    scatter<ConstraintState>(a_.state, d_.efc_state, a_.rows);
  }
  for (int k = static_cast<int>(a_.qacc.size()); k < m_.nv; ++k) {
    const int dof = d_.map_idof2dof[k];
    d_.qacc[dof] = d_.qacc_smooth[dof];
  }
  d_.solver_niter.resize(static_cast<int>(problems_.size()));
  for (int k = 0; k < d_.solver_niter.size(); ++k) {
    const Problem& p = problems_[k];
    if (p.lacks_matrix) d_.warn(Warning::kConstraintFull, p.nefc);
    d_.solver_niter[k] = p.niter;
    for (int i = 0; i < std::min(p.niter, static_cast<int>(p.stats.size())); ++i) {
      const IterationStat& s = p.stats[i];
      d_.solver.push_back({k, s.improvement, s.gradient, s.lineslope, s.nactive, s.nchange, s.neval, s.nupdate});
    }
  }
}

void ConstraintSolve::run() {
  for (Problem& p : problems_) multiply_rows(p, p.qacc_smooth, p.b);
  if (m_.opt.disableflags & kDisableWarmstart) {
    use_smooth_start();
  } else if (is_dual()) {
    start_dual();
  } else {
    start_primal();
  }
  if (d_.efm_active) use_metric();
  solve_all();
  store();
}

}  // namespace

void ConvexSolver::solve(const Model& m, Data& d) const { ConstraintSolve(m, d).run(); }

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
    std::copy(d.qacc_smooth.begin(), d.qacc_smooth.end(), d.qacc.begin());
    return;
  }
  if (is_convex(m, d)) {
    ConstraintSolve(m, d).run();
  } else {
    solve_by_formulation(m, d);
  }
}

}  // namespace corten
