// Parts of the derivative of a step.
#pragma once

#include <optional>
#include <span>

#include "corten/data.h"
#include "corten/derivative.h"
#include "corten/model.h"
#include "math/spatial.h"
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

// A control moved by `change`; false: it is at its limit and can move the other way only, or is out of its range.
bool nudge_control(const Model& m, Data& d, int control, double change);

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

// ---- chain_motion
//
// Velocities and accelerations of all bodies, and of what carries the axis of each dof; about the centre of mass of the
// tree, without gravity. Moving dof k with the axis S changes those of a body behind it by (position.cc of dynamics)
//   dv = S x (v - u),   d(J a) = S x (J a - J a_u),   d(Jdot v) = S x (c - c_u) + p x (v - u),   p = u x S
// where u, J a_u, c_u belong to the carrier.

struct BodyMotion {
  Spatial velocity;  // v = J qvel
  Spatial driven;    // J qacc
  Spatial rate;      // c = Jdot qvel
};

struct ChainMotion {
  ChainMotion(const Model& m, const Data& d, std::span<const double> qacc, Scratch::Frame& frame);
  std::span<BodyMotion> body, carrier;  // per body, per dof
  std::span<Spatial> by_speed;          // A of bias.cc: d(Jdot qvel) / d qvel_k = A + S x v
};

// The same spatial vector about a point `arm` away.
inline Spatial about(const Spatial& v, const Vec3& arm) { return {v.rot, v.lin + cross(v.rot, arm)}; }
inline BodyMotion about(const BodyMotion& b, const Vec3& arm) {
  return {about(b.velocity, arm), about(b.driven, arm), about(b.rate, arm)};
}

// ---- contact_motion
//
// How the geometry of a contact follows a motion of its second geom while the first one rests, and of both together.

struct ContactMotion {
  struct Change {
    Vec3 point, turn;  // of the contact point; of the frame, as rotation vector
    double distance = 0;
  };
  // For the motion S of the second geom, or of both as one rigid body, about the contact point.
  Change follow(const Spatial& S) const;
  Change move_along(const Spatial& S) const;

  Vec3 arm;           // from the contact point to the centre of the second geom
  Change unit[2][3];  // for turns and translations of the second geom about its centre
  Vec3 both[3];       // turn of the frame when both turn
  bool rigid = true;  // the frame turns with them
};

// Those of contacts first ... first + count - 1, all of the same two geoms. False: they do not move smoothly.
bool find_contact_motion(const Model& m, Data& d, int first, int count, std::span<ContactMotion> motion);

// ---- contact_rows, connect_rows, position
//
// Derivative of the equations of motion by the position. Columns as above.

// columns -= d(J' f) / dq for the contacts, f: constraint forces at the acceleration of `chain`, which has the states
// and cones of p. False: they do not move smoothly.
bool subtract_contact_force(const Model& m, Data& d, const Problem& p, std::span<const ConeHessian> cones,
                            const ChainMotion& chain, std::span<double> columns);

// columns -= d(J' f) / dq for the connect constraint whose rows begin with `row`.
void subtract_connect_force(const Model& m, const Data& d, int row, const ChainMotion& chain,
                            std::span<double> columns);

// columns += J' D d(Jdot qvel) / dv: the part that connect constraints add to d R / d v.
void add_connect_rate(const Model& m, const Data& d, int row, const ChainMotion& chain, std::span<double> columns);

// Whether the closed form knows everything that acts: what the one for velocities knows, tendons and transmissions of
// constant moment, contacts of geoms without adhesion or moving surfaces, no welds, no limits of balls.
bool has_position_derivative(const Model& m, const Data& d);

// columns[k nv + i] <- d R_i / d q_k for the acceleration qacc; needs has_position_derivative() and what
// compute_residual_by_velocity() needs. False: contacts do not move smoothly, the columns mean nothing.
bool compute_residual_by_position(const Model& m, Data& d, std::span<const double> qacc, const Problem& p,
                                  std::span<const ConeHessian> cones, std::span<double> columns);

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
  // `closed`: find the derivatives by velocity and position too, if they are known in closed form.
  Response(const Model& m, Data& d, bool closed, Scratch::Frame& frame);
  Response(const Response&) = delete;  // the Hessian refers to the problem
  Response& operator=(const Response&) = delete;

  // qacc of a world near by <- the solution there, to first order. Needs what forward() needs before the solver. What
  // was skipped since the constructor is as it was then.
  void solve(const Model& m, Data& d, Skip skip) const;

  // The solution itself.
  std::span<const double> qacc() const { return qacc_; }

  // change <- -H^-1 change, for a matrix of `width` columns dR, see solve_ldl_columns().
  void solve_columns(std::span<double> change, int width) const;

  // d R / d v and d R / d q, column by column; empty: not known.
  std::span<const double> by_velocity() const { return by_velocity_; }
  std::span<const double> by_position() const { return by_position_; }

 private:
  void update(const Model& m, Data& d);
  void find_velocity_derivative(const Model& m, Data& d, Scratch::Frame& frame);
  void find_position_derivative(const Model& m, Data& d, Scratch::Frame& frame);
  void take_newton_step(const Model& m, Data& d);
  void compute_residual(const Model& m, Data& d, Skip skip, std::span<double> residual) const;

  std::span<double> qacc_, residual_;
  std::span<double> inertial_;  // M a
  std::span<double> inverse_;   // M a + qfrc_bias - qfrc_passive - J' f
  std::span<double> by_velocity_, by_position_;
  std::span<ConeHessian> cones_;
  Problem problem_;
  std::optional<Hessian> hessian_;
};

// ---- known_columns
//
// Columns of A and B where the change of the equations of motion is known, all at once.

class KnownColumns {
 public:
  // Of activations and controls.
  struct Nudge {
    double eps;
    bool centered;
  };

  // For an Euler step from the state in `d`, which has its factors and neither hooks nor plugins; the integrator moves
  // with the acceleration `moved`. Memory is taken from `frame`.
  KnownColumns(const Model& m, Data& d, const Response& response, std::span<const double> moved,
               const TransitionMatrices& out, Scratch::Frame& frame);

  void write(const Nudge& nudge, Scratch::Frame& frame);

 private:
  // Inputs of one kind: their columns here, and where they belong.
  struct Part {
    int first = 0, count = 0;
    double* out = nullptr;
    int stride = 0;
  };
  struct Actuation {
    std::span<double> force, act;
  };

  double& at(std::span<double> matrix, int row, int column) const {
    return matrix[static_cast<std::size_t>(row) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(column)];
  }
  void put(std::span<const double> columns, const Part& part, std::span<double> matrix) const;
  void divide_by_damped_inertia(Scratch::Frame& frame);
  void nudge_actuators(const Nudge& nudge, Scratch::Frame& frame);
  void evaluate(std::span<const double> act, const Actuation& result);
  void write_part(const Part& part);
  void turn_rows(const Part& part, int dof);

  const Model& m_;
  Data& d_;
  const Response& response_;
  std::span<const double> moved_;
  bool damped_;
  Part positions_, velocities_, activations_, controls_;
  int width_ = 0;                           // of the matrices below
  std::span<double> change_, act_, force_;  // change of equations, acceleration and velocity in turn; of act; a force
};

}  // namespace corten
