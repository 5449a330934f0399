// Parts of the derivative of a step.
#pragma once

#include <optional>
#include <span>

#include "corten/data.h"
#include "corten/model.h"
#include "pipeline/forward.h"
#include "solver/cost.h"
#include "solver/newton.h"

namespace corten {

// ---- state
//
// Moving private worlds about for derivatives: copying inputs, nudging a state, differences of states.

// Everything that the results of a step and of inverse dynamics are computed from, hooks included. All trees are awake
// in the copy, since its sleepers would lack results of earlier steps.
void copy_inputs(const Model& m, const Data& from, Data& to);

// The part of it that a step changes.
void copy_state_of_step(const Model& m, const Data& from, Data& to);

// qpos moved by eps along one dof.
void nudge_position(const Model& m, std::span<double> qpos, int dof, double eps);

// change <- (to - from) / h in dofs: the velocity that leads from one to the other in the time h.
void position_change(const Model& m, std::span<const double> from, std::span<const double> to, double h,
                     std::span<double> change);

// ---- velocity
//
// Derivative of the equations of motion by the velocity, in closed form.

// Whether the closed form below is exact: no hooks, no equality constraints that depend on turning axes, no actuators
// whose force is more than affine in the velocity, nothing that couples dofs of different branches.
bool has_velocity_derivative(const Model& m, const Data& d);

// columns[k nv + i] <- d R_i / d v_k with R of transition.h; needs everything that forward() computes, the
// problem of the whole world at the solution and one entry of `cones` per elliptic cone.
void compute_residual_by_velocity(const Model& m, Data& d, const Problem& p, std::span<const ConeHessian> cones,
                                  std::span<double> columns);

// ---- response
//
// How the solution of the constraint solver follows a change of the equations of motion.
//
// The acceleration a solves R(a) = 0, where R is the force that inverse dynamics misses:
//   R = M a + qfrc_bias - qfrc_passive - J' f(J a - aref) - qfrc_actuator - qfrc_applied - J' xfrc_applied
// R is the gradient of the convex cost that the solver minimises, and dR/da is its Hessian H = M + J' s'' J, which is
// never singular. If R changes by dR, the solution changes by -H^-1 dR (implicit function theorem), as long as no row
// starts or stops to act.

class Response {
 public:
  // For the solution in `d`, after forward(); memory is taken from `frame`. A solver may stop before the minimum: qacc
  // moves to where a Newton step leads, if that is better.
  // `velocity`: find the derivative by the velocity too, if it is known in closed form.
  Response(const Model& m, Data& d, bool velocity, Scratch::Frame& frame);
  Response(const Response&) = delete;  // the Hessian refers to the problem
  Response& operator=(const Response&) = delete;

  // qacc of a world near by <- the solution there, to first order. Needs what forward() needs before the solver. What
  // was skipped since the constructor is as it was then.
  void solve(const Model& m, Data& d, Skip skip) const;

  // Whether its derivative by the velocity is known; then qacc <- the solution for a velocity changed by `change` in
  // one dof and everything else as in the constructor.
  bool knows_velocity() const { return !by_velocity_.empty(); }
  void solve_velocity(Data& d, int dof, double change) const;

 private:
  void update(const Model& m, Data& d);
  void find_velocity_derivative(const Model& m, Data& d, Scratch::Frame& frame);
  void take_newton_step(const Model& m, Data& d);
  void compute_residual(const Model& m, Data& d, Skip skip, std::span<double> residual) const;

  std::span<double> qacc_, residual_;
  std::span<double> inertial_;     // M a
  std::span<double> inverse_;      // M a + qfrc_bias - qfrc_passive - J' f
  std::span<double> by_velocity_;  // d a / d v, column by column; empty: not known
  std::span<ConeHessian> cones_;
  Problem problem_;
  std::optional<Hessian> hessian_;
};

}  // namespace corten
