// How the solution of the solver follows a nudge, see transition.h.
#include <algorithm>
#include <new>

#include "dynamics/smooth.h"
#include "math/dense.h"
#include "model/workspace.h"
#include "pipeline/inverse.h"
#include "pipeline/transition/transition.h"

namespace corten {

Response::Response(const Model& m, Data& d, bool closed, Scratch::Frame& frame) {
  for (std::span<double>* array : {&qacc_, &residual_, &inertial_, &inverse_}) *array = frame.take<double>(m.nv);
  problem_ = make_cost_problem(m, d, frame);
  problem_.M_rows = inertia_pattern(m);
  problem_.M = d.M;
  problem_.J = make_block_rows({d.efc_J_rownnz, d.efc_J_rowadr, d.efc_J_colind, d.efc_J, {}, {}}, frame);
  cones_ = frame.take<ConeHessian>(problem_.elliptic_count());
  hessian_.emplace(problem_, frame);
  if (!hessian_->fits()) throw std::bad_alloc();
  update(m, d);
  take_newton_step(m, d);
  if (closed && has_velocity_derivative(m, d)) find_velocity_derivative(m, d, frame);
  if (closed && has_position_derivative(m, d)) find_position_derivative(m, d, frame);
}

void Response::find_velocity_derivative(const Model& m, Data& d, Scratch::Frame& frame) {
  by_velocity_ = frame.take<double>(m.nv * m.nv);
  compute_residual_by_velocity(m, d, problem_, cones_, by_velocity_);
}

void Response::find_position_derivative(const Model& m, Data& d, Scratch::Frame& frame) {
  by_position_ = frame.take<double>(m.nv * m.nv);
  if (!compute_residual_by_position(m, d, qacc_, problem_, cones_, by_position_)) by_position_ = {};
}

void Response::solve_columns(std::span<double> change, int width) const {
  hessian_->solve_columns(change, width);
  for (double& x : change) x = -x;
}

// Everything that depends on d.qacc.
void Response::update(const Model& m, Data& d) {
  std::copy(d.qacc.begin(), d.qacc.end(), qacc_.begin());
  Scratch::Frame frame(work(d).scratch);
  const std::span<double> jar = frame.take<double>(d.nefc);
  multiply_rows(problem_, qacc_, jar);
  update_forces(problem_, jar, cones_);
  hessian_->factor(cones_);

  multiply_inertia(m, d, qacc_, inertial_);
  compute_constraint_force_at(m, d, qacc_);
  for (int i = 0; i < m.nv; ++i) {
    inverse_[i] = inertial_[i] + d.qfrc_bias[i] - d.qfrc_passive[i] - d.qfrc_constraint[i];
  }
  compute_residual(m, d, Skip::kVelocity, residual_);
}

void Response::take_newton_step(const Model& m, Data& d) {
  Scratch::Frame frame(work(d).scratch);
  const std::span<double> before = frame.take<double>(m.nv), step = frame.take<double>(m.nv);
  std::ranges::copy(qacc_, before.begin());
  std::ranges::copy(residual_, step.begin());
  hessian_->solve(step);
  const double error = norm(residual_);
  for (int i = 0; i < m.nv; ++i) d.qacc[i] = before[i] - step[i];
  update(m, d);
  if (norm(residual_) < error) return;
  std::ranges::copy(before, d.qacc.begin());
  update(m, d);
}

void Response::compute_residual(const Model& m, Data& d, Skip skip, std::span<double> residual) const {
  if (skip < Skip::kPosition) {
    multiply_inertia(m, d, qacc_, residual);
  } else {
    std::ranges::copy(skip == Skip::kVelocity ? inverse_ : inertial_, residual.begin());
  }
  if (skip < Skip::kVelocity) {
    compute_constraint_force_at(m, d, qacc_);
    for (int i = 0; i < m.nv; ++i) residual[i] += d.qfrc_bias[i] - d.qfrc_passive[i] - d.qfrc_constraint[i];
  }
  Scratch::Frame frame(work(d).scratch);
  const std::span<double> applied = frame.take<double>(m.nv);
  for (int i = 0; i < m.nv; ++i) applied[i] = d.qfrc_actuator[i] + d.qfrc_applied[i];
  add_applied_wrenches(m, d, applied);
  for (int i = 0; i < m.nv; ++i) residual[i] -= applied[i];
}

void Response::solve(const Model& m, Data& d, Skip skip) const {
  Scratch::Frame frame(work(d).scratch);
  const std::span<double> change = frame.take<double>(m.nv);
  compute_residual(m, d, skip, change);
  for (int i = 0; i < m.nv; ++i) change[i] -= residual_[i];
  hessian_->solve(change);
  for (int i = 0; i < m.nv; ++i) d.qacc[i] = qacc_[i] - change[i];
}

}  // namespace corten
