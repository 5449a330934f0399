// Descent of the cost in a = qacc: gradient g = M a - qfrc_smooth - J' f, direction by Newton (-H^-1 g) or conjugate
// gradients, exact line search, until the predicted improvement is small.
#include <algorithm>
#include <cmath>
#include <optional>

#include "math/dense.h"
#include "math/kernels/kernels.h"
#include "solver/cost.h"
#include "solver/line_search.h"
#include "solver/newton.h"
#include "solver/solvers.h"

namespace corten {

namespace {

class Primal {
 public:
  Primal(Problem& p, PrimalMethod method);
  void run();

 private:
  bool start();
  void prepare();
  bool iterate();
  void start_newton();
  void update();
  void update_gradient();
  void precondition();
  IterationStat count_changes() const;
  double predicted_improvement() const { return std::max(0.0, 0.5 * p_.scale * along_gradient(step_)); }
  double gradient_norm() const { return p_.scale * std::sqrt(along_gradient(gradient_)); }
  double along_gradient(std::span<const double> x) const { return kernels::dot(gradient_.data(), x.data(), p_.nv); }

  Problem& p_;
  bool newton_;
  const double tolerance_;
  Scratch::Frame frame_;
  std::optional<LineSearch> line_search_;
  std::optional<Hessian> hessian_;
  std::optional<ConjugateDirection> conjugate_;
  std::span<double> gradient_, step_;  // g, and M^-1 g or H^-1 g
  std::span<double> search_, Mv_, Jv_;
  std::span<ConeHessian> cone_hessian_;
  std::span<ConstraintState> old_state_;
  ActiveRows active_;
};

Primal::Primal(Problem& p, PrimalMethod method)
    : p_(p), newton_(method == PrimalMethod::kNewton), tolerance_(p.options.tolerance), frame_(*p.scratch) {
  frame_.take_each<double>(p.nv, {&gradient_, &step_, &search_, &Mv_});
  if (newton_) cone_hessian_ = frame_.take<ConeHessian>(p.elliptic_count());
}

// Force, state, J' f and gradient at p.qacc.
void Primal::update() {
  active_ = update_forces(p_, p_.jar, cone_hessian_);
  update_gradient();
}

void Primal::update_gradient() {
  project_force(p_);
  for (int i = 0; i < p_.nv; ++i) gradient_[i] = p_.Ma[i] - p_.qfrc_smooth[i] - p_.qfrc_constraint[i];
}

void Primal::precondition() {
  std::copy(gradient_.begin(), gradient_.end(), step_.begin());
  if (newton_ && hessian_) {
    hessian_->solve(step_);
  } else if (p_.metric) {
    p_.metric.precondition(step_);
  } else {
    solve_inertia(p_, step_);
  }
}

// Returns whether the starting point is good enough. The cost is strongly convex in the norm of M, so it exceeds the
// minimum by at most g' M^-1 g / 2. A small gap still permits large force errors on stiff rows: Newton, whose solutions
// are known for accurate forces, asks for a small gradient as well.
bool Primal::start() {
  const bool lacks_hessians = newton_ && p_.start && p_.start->ncone > 0;
  if (p_.start && !lacks_hessians) {
    active_ = *p_.start;
    update_gradient();
  } else {
    update();
  }
  const bool small_gradient = newton_ && gradient_norm() < tolerance_;
  if (!newton_ || small_gradient) {
    precondition();
    if (predicted_improvement() < tolerance_) return true;
  }
  if (newton_) {
    start_newton();
    if ((small_gradient || !newton_) && predicted_improvement() < tolerance_) return true;
  }
  for (int i = 0; i < p_.nv; ++i) search_[i] = -step_[i];
  return false;
}

// What iterations need: many problems are solved where they start.
void Primal::prepare() {
  Jv_ = frame_.take<double>(p_.nefc);
  old_state_ = frame_.take<ConstraintState>(p_.nefc);
  line_search_.emplace(p_, frame_);
  if (!newton_) conjugate_.emplace(p_.nv, frame_);
}

// If the Hessian is too large, conjugate gradients go on from here.
void Primal::start_newton() {
  hessian_.emplace(p_, frame_);
  if (hessian_->fits()) {
    hessian_->factor(cone_hessian_);
  } else {
    hessian_.reset();
    newton_ = false;
    p_.lacks_matrix = true;
  }
  precondition();
}

IterationStat Primal::count_changes() const {
  IterationStat stat;
  for (int i = 0; i < p_.nefc; ++i) {
    const ConstraintState now = p_.state[i], before = old_state_[i];
    stat.nchange += now != before;
    stat.nupdate += (now == ConstraintState::kQuadratic) != (before == ConstraintState::kQuadratic);
    stat.nupdate += now == ConstraintState::kCone;
  }
  return stat;
}

// Returns whether to go on.
bool Primal::iterate() {
  multiply_symmetric(p_.M_rows, p_.M, search_, Mv_);
  if (p_.metric) p_.metric.add_stiffness(search_, Mv_);
  multiply_blocks(p_, search_, Jv_);
  const LineResult line = line_search_->run({search_, Mv_, Jv_});
  if (line.alpha == 0) return false;
  add_scaled(p_.qacc, search_, line.alpha);
  add_scaled(p_.Ma, Mv_, line.alpha);
  add_scaled(p_.jar, Jv_, line.alpha);

  std::copy(p_.state.begin(), p_.state.end(), old_state_.begin());
  if (!newton_) conjugate_->remember(gradient_, step_);
  const int cones_before = active_.ncone;
  update();

  IterationStat stat = count_changes();
  const bool same_hessian = stat.nupdate == 0 && cones_before == 0;
  if (!newton_) stat.nupdate = 0;
  stat.improvement = p_.scale * line.improvement;
  stat.gradient = gradient_norm();
  stat.lineslope = line.slope;
  stat.nactive = active_.nactive;
  stat.neval = line.evaluations;
  p_.add_stat(stat);
  if ((stat.improvement > 0 && stat.improvement < tolerance_) || stat.gradient < tolerance_) return false;

  if (newton_ && !same_hessian) hessian_->factor(cone_hessian_);
  precondition();
  if (newton_) {
    if (predicted_improvement() < tolerance_) return false;
    for (int i = 0; i < p_.nv; ++i) search_[i] = -step_[i];
  } else {
    conjugate_->update(gradient_, step_, search_);
  }
  return true;
}

void Primal::run() {
  if (start()) return;
  prepare();
  while (p_.niter < p_.options.iterations && iterate()) {
  }
}

}  // namespace

void solve_primal(Problem& p, PrimalMethod method) { Primal(p, method).run(); }

}  // namespace corten
