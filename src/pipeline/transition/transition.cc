// Derivatives of a step by nudging one number of its input at a time:
//   column i of A = (F(x (+) eps e_i) - F(x)) / eps,   or centered (F(x (+) eps e_i) - F(x (+) -eps e_i)) / (2 eps)
// where F is a step and (+) moves along a dof. A nudged control needs the acceleration stages only, a nudged velocity
// also the velocity stages. So the controls and activations come first, then velocities, then positions: what a group
// skips is still as the step at x left it.
//
// Method kImplicit replaces the solver by the first order response of its solution (transition.h), which knows
// nothing of the effective metric of flexes.
#include "pipeline/transition/transition.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "corten/derivative.h"
#include "corten/thread_pool.h"
#include "dynamics/actuator/actuator.h"
#include "dynamics/passive/reflected.h"
#include "dynamics/smooth.h"
#include "flex/metric/metric.h"
#include "model/access.h"
#include "model/workspace.h"
#include "pipeline/forward.h"
#include "pipeline/integrate/integrate.h"
#include "pipeline/inverse.h"
#include "sensor/sensor.h"

namespace corten {

// One world of its own per thread; the results of a step forwards and backwards.
struct TransitionWorker {
  explicit TransitionWorker(const Model& m) : data(m) {
    const std::size_t size = static_cast<std::size_t>(m.nq + m.nv + m.na + m.nsensordata);
    plus.resize(size);
    minus.resize(size);
    change.resize(static_cast<std::size_t>(2 * m.nv + m.na));
  }
  Data data;
  std::vector<double> plus, minus, change;
};

namespace {

// Contacts are stiff and begin to slip at once: their forces bend within micrometres. Where no solver adds noise,
// smaller nudges are better.
constexpr double kNudge = 1e-6, kVelocityNudge = 1e-8, kPositionNudge = 3e-9;

// Where the results of a column go: n rows of the given length.
struct Columns {
  std::span<double> matrix;
  int stride = 0;

  void write(int column, std::span<const double> values) const {
    for (std::size_t r = 0; r < values.size(); ++r) matrix[r * stride + column] = values[r];
  }
};

// One group of inputs that are nudged, and the stages that do not depend on it.
struct Group {
  Skip skip;
  int count, first;  // number of inputs, column of the first one
  Columns state, sensor;
  double eps;
};

class TransitionRun {
 public:
  TransitionRun(const Model& m, const Data& d, const TransitionMatrices& out, const TransitionOptions& options,
                std::span<TransitionWorker> workers, std::span<double> base)
      : m_(m), source_(d), out_(out), options_(options), workers_(workers), base_(base) {
    state_size_ = 2 * m.nv + m.na;
    sensors_ = out.C.empty() && out.D.empty() ? Sensors::kKeep : Sensors::kRead;
    whole_steps_ = m.opt.integrator == Integrator::kRk4;
    implicit_ = options.method == DerivativeMethod::kImplicit && !whole_steps_ && m.opt.noslip_iterations <= 0 &&
                !has_effective_metric(m) && is_convex(m, d);
    eps_ = options.eps > 0 ? options.eps : kNudge;
    position_eps_ = options.eps > 0 || !implicit_ ? eps_ : kPositionNudge;
    velocity_eps_ = options.eps > 0 || !implicit_ ? eps_ : kVelocityNudge;
    A_ = {out.A, state_size_}, B_ = {out.B, m.nu}, C_ = {out.C, state_size_}, D_ = {out.D, m.nu};
  }

  void run() {
    for_each(static_cast<int>(workers_.size()), [&](int i, int) { prepare(workers_[i]); });
    Data& first = workers_[0].data;
    Scratch::Frame frame(work(first).scratch);
    if (implicit_) {
      copy_state_of_step(m_, source_, first);
      response_.emplace(m_, first, is_linear() && !A_.matrix.empty(), frame);
      start_response(first, frame);
    }
    save(first, base_);
    for (TransitionWorker& w : workers_) copy_state_of_step(m_, source_, w.data);

    Group controls{Skip::kVelocity, m_.nu, 0, B_, D_, eps_};
    Group activations{Skip::kVelocity, m_.na, 2 * m_.nv, A_, C_, eps_};
    Group velocities{Skip::kPosition, m_.nv, m_.nv, A_, C_, velocity_eps_};
    Group positions{Skip::kNothing, m_.nv, 0, A_, C_, position_eps_};
    if (is_linear()) {  // no nudges but for sensors
      KnownColumns(m_, first, *response_, moved_, out_, frame).write({eps_, options_.centered}, frame);
      controls.state = activations.state = {};
      if (!response_->by_velocity().empty()) velocities.state = {};
      if (!response_->by_position().empty()) positions.state = {};
    }
    nudge_all(controls, [&](Data& d, int i, double change) { return nudge_control(m_, d, i, change); });
    nudge_all(activations, [](Data& d, int i, double change) { return d.act[i] += change, true; });
    nudge_all(velocities, [](Data& d, int i, double change) { return d.qvel[i] += change, true; });
    nudge_all(positions, [&](Data& d, int i, double change) { return nudge_position(m_, d.qpos, i, change), true; });
  }

 private:
  // Integrators that are implicit in the velocity need more than the change of the acceleration.
  bool is_linear() const {
    return implicit_ && m_.opt.integrator == Integrator::kEuler && !source_.hooks && m_.plugins.empty();
  }

  template <class Task>
  void for_each(int count, const Task& task) {
    if (options_.threads) {
      options_.threads->run(count, task);
    } else {
      for (int i = 0; i < count; ++i) task(i, 0);
    }
  }

  // The step at the given state.
  void prepare(TransitionWorker& w) {
    copy_inputs(m_, source_, w.data);
    forward(m_, w.data, Skip::kNothing, sensors_);
    integrate(w.data, Skip::kNothing);
  }

  // nudge(data, input, change) tells whether it could.
  template <class Nudge>
  void nudge_all(const Group& group, const Nudge& nudge) {
    if (group.state.matrix.empty() && group.sensor.matrix.empty()) return;
    for_each(group.count, [&](int i, int worker) {
      TransitionWorker& w = workers_[worker];
      const double eps = group.eps;
      const bool plus = nudge(w.data, i, eps);
      if (plus) evaluate(w.data, group.skip, w.plus);
      const bool minus = (options_.centered || !plus) && nudge(w.data, i, -eps);
      if (minus) evaluate(w.data, group.skip, w.minus);
      write(group, i, w, minus ? std::span<double>(w.minus) : base_, plus ? std::span<double>(w.plus) : base_,
            plus && minus ? 2 * eps : eps);
    });
  }

  // The step at a nudged state, then back to the state before.
  void evaluate(Data& d, Skip skip, std::span<double> outcome) {
    if (whole_steps_) skip = Skip::kNothing;
    if (implicit_) {
      follow(d, skip);
    } else {
      forward(m_, d, skip, sensors_);
    }
    integrate(d, skip);
    save(d, outcome);
    copy_state_of_step(m_, source_, d);
  }

  // The step that is not nudged, by the same arithmetic as the others.
  void start_response(Data& d, Scratch::Frame& frame) {
    moved_ = frame.take_zero<double>(m_.nv);
    moved_force_ = frame.take_zero<double>(m_.nv);
    finish_response(d);
    integrate(d, Skip::kVelocity);
    for (int i = 0; i < m_.nv; ++i) moved_[i] = (d.qvel[i] - source_.qvel[i]) / m_.opt.timestep;
    multiply_inertia(m_, d, moved_, moved_force_);
  }

  // Nobody asks for the factor of M but rows with exact diagonals.
  void run_position_stages(Data& d) {
    const bool exact = m_.opt.enableflags & kEnableDiagExact;
    for (const StageEntry& stage : inverse_position_stages()) {
      if (stage.kind == StageKind::kSensor && sensors_ == Sensors::kKeep) continue;
      if (stage.kind != StageKind::kFactor || exact) stage.run(m_, d);
    }
  }

  // forward() with the response of the solution in place of the solver.
  void follow(Data& d, Skip skip) {
    if (skip < Skip::kPosition) run_position_stages(d);
    if (skip < Skip::kVelocity) run_stages(velocity_stages(), m_, d, sensors_);
    if (!(m_.opt.disableflags & kDisableActuation)) call_control_hook(m_, d);
    compute_actuation(m_, d);
    response_->solve(m_, d, skip);
    finish_response(d);
  }

  // What depends on the solution.
  void finish_response(Data& d) {
    if (sensors_ == Sensors::kRead) {
      compute_constraint_force_at(m_, d, d.qacc);
      compute_acceleration_sensors(m_, d);
    }
    set_solution(d);
  }

  // The forces that integrators ask for. Only their sum counts, which is M qacc.
  //
  // Euler moves with w, where Mhat w = M qacc. With the factor of the Mhat0 that belongs to the state that is not
  // nudged and its w0, to first order w = Mhat0^-1 (M qacc - (Mhat - Mhat0) w0).
  void set_solution(Data& d) {
    std::fill(d.qfrc_constraint.begin(), d.qfrc_constraint.end(), 0.0);
    if (m_.opt.integrator != Integrator::kEuler) {
      multiply_inertia(m_, d, d.qacc, d.qfrc_smooth);
      return;
    }
    const std::span<double> difference = work(d).scratch_nv.span(0, m_.nv);
    for (int i = 0; i < m_.nv; ++i) difference[i] = d.qacc[i] - moved_[i];
    multiply_inertia(m_, d, difference, d.qfrc_smooth);
    for (int i = 0; i < m_.nv; ++i) {
      d.qfrc_smooth[i] += moved_force_[i];
      if (d.qvel[i] == source_.qvel[i]) continue;
      const Polynomial damping = dof_damping(m_, i);
      const double change = damping.slope(std::abs(d.qvel[i])) - damping.slope(std::abs(source_.qvel[i]));
      d.qfrc_smooth[i] -= m_.opt.timestep * change * moved_[i];
    }
  }

  void integrate(Data& d, Skip skip) const {
    const auto keep = [](bool kept) { return kept ? Factor::kKeep : Factor::kCompute; };
    switch (m_.opt.integrator) {
      case Integrator::kRk4:
        return integrate_rk4(m_, d);
      case Integrator::kEuler:
        // MuJoCo: damping that grows with the velocity is taken to be constant
        return integrate_euler(m_, d, keep(skip != Skip::kNothing || (implicit_ && response_)));
      case Integrator::kImplicit:
      case Integrator::kImplicitFast:
        return integrate_implicit(m_, d, keep(skip == Skip::kVelocity));
    }
  }

  void save(const Data& d, std::span<double> outcome) const {
    auto at = std::copy(d.qpos.begin(), d.qpos.end(), outcome.begin());
    at = std::copy(d.qvel.begin(), d.qvel.end(), at);
    at = std::copy(d.act.begin(), d.act.end(), at);
    std::copy(d.sensordata.begin(), d.sensordata.end(), at);
  }

  // Column i of a group. Both results are the same if the input could not be nudged at all.
  void write(const Group& group, int i, TransitionWorker& w, std::span<const double> from, std::span<const double> to,
             double h) {
    const int column = group.first + i, nq = m_.nq, nv = m_.nv, rest = nv + m_.na;
    if (!group.state.matrix.empty()) {
      position_change(m_, from, to, h, w.change);
      for (int k = 0; k < rest; ++k) w.change[nv + k] = (to[nq + k] - from[nq + k]) / h;
      group.state.write(column, w.change);
    }
    if (group.sensor.matrix.empty()) return;
    const int first = nq + rest;
    for (int k = 0; k < m_.nsensordata; ++k) {
      group.sensor.matrix[k * group.sensor.stride + column] = (to[first + k] - from[first + k]) / h;
    }
  }

  const Model& m_;
  const Data& source_;
  const TransitionMatrices& out_;
  const TransitionOptions& options_;
  std::span<TransitionWorker> workers_;
  std::span<double> base_;  // result of the step that is not nudged
  int state_size_ = 0;
  Sensors sensors_ = Sensors::kRead;
  bool whole_steps_ = false;  // RK4 passes through other states: nothing can be skipped
  bool implicit_ = false;
  double eps_ = 0, velocity_eps_ = 0, position_eps_ = 0;
  Columns A_, B_, C_, D_;
  std::optional<Response> response_;
  std::span<double> moved_, moved_force_;  // acceleration that the integrator moved with, w0, and M0 w0
};

DerivativeStatus check(const Model& m, const Data& d, const TransitionMatrices& out) {
  if (m.signature() != d.signature()) return DerivativeStatus::kDifferentModel;
  if (m.nhistory > 0) return DerivativeStatus::kDelays;
  const int n = 2 * m.nv + m.na;
  const auto fits = [](std::span<const double> matrix, int rows, int columns) {
    return matrix.empty() || matrix.size() == static_cast<std::size_t>(rows) * columns;
  };
  const bool good =
      fits(out.A, n, n) && fits(out.B, n, m.nu) && fits(out.C, m.nsensordata, n) && fits(out.D, m.nsensordata, m.nu);
  return good ? DerivativeStatus::kOk : DerivativeStatus::kWrongSize;
}

}  // namespace

struct TransitionDerivative::Workspace {
  std::vector<TransitionWorker> workers;
  std::vector<double> base;
};

TransitionDerivative::TransitionDerivative(const Model& model) : workspace_(std::make_unique<Workspace>()) {
  workspace_->workers.emplace_back(model);
  workspace_->base = workspace_->workers[0].plus;
}
TransitionDerivative::~TransitionDerivative() = default;
TransitionDerivative::TransitionDerivative(TransitionDerivative&&) noexcept = default;
TransitionDerivative& TransitionDerivative::operator=(TransitionDerivative&&) noexcept = default;

DerivativeStatus TransitionDerivative::compute(const Model& model, const Data& data, const TransitionMatrices& out,
                                               const TransitionOptions& options) {
  std::vector<TransitionWorker>& workers = workspace_->workers;
  require_usable(model, data);
  DerivativeStatus status = check(model, data, out);
  if (status == DerivativeStatus::kOk) status = check(model, workers[0].data, out);
  if (status != DerivativeStatus::kOk) return status;
  const std::size_t threads = options.threads ? static_cast<std::size_t>(options.threads->size()) : 1;
  while (workers.size() < threads) workers.emplace_back(model);
  const std::span<TransitionWorker> used = std::span(workers).first(threads);
  TransitionRun(model, data, out, options, used, workspace_->base).run();
  return status;
}

Transition transition_derivative(const Model& model, const Data& data, const TransitionOptions& options) {
  const auto n = static_cast<std::size_t>(2 * model.nv + model.na), nu = static_cast<std::size_t>(model.nu);
  const auto ns = static_cast<std::size_t>(model.nsensordata);
  Transition t{DerivativeStatus::kOk, std::vector<double>(n * n), std::vector<double>(n * nu),
               std::vector<double>(ns * n), std::vector<double>(ns * nu)};
  const DerivativeStatus status = TransitionDerivative(model).compute(model, data, {t.A, t.B, t.C, t.D}, options);
  if (status != DerivativeStatus::kOk) return {status, {}, {}, {}, {}};
  return t;
}

}  // namespace corten
