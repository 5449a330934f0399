// How the solution of the constraint solver follows a change of the equations of motion.
//
// The acceleration a solves R(a) = 0, where R is the force that inverse dynamics misses:
//   R = M a + qfrc_bias - qfrc_passive - J' f(J a - aref) - qfrc_actuator - qfrc_applied - J' xfrc_applied
// R is the gradient of the convex cost that the solver minimises, and dR/da is its Hessian H = M + J' s'' J, which is
// never singular. If R changes by dR, the solution changes by -H^-1 dR (implicit function theorem), as long as no row
// starts or stops to act.
#pragma once

#include <optional>
#include <span>

#include "corten/data.h"
#include "corten/model.h"
#include "pipeline/forward.h"
#include "solver/cost.h"
#include "solver/newton.h"

namespace corten {

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
