// How the forces change with the velocity and with the position, and the inertia of an implicit step.
#pragma once

#include <span>

#include "corten/data.h"
#include "corten/model.h"
#include "math/lu.h"

namespace corten {

// ---- derivative
//
// How the smooth forces change with the velocity; what the implicit integrators need.

// Sparsity of qDeriv and qLU.
inline DofPattern dof_pattern(const Model& m) { return {m.D_rownnz, m.D_rowadr, m.D_diag}; }

// Writes qDeriv = d(qfrc_passive + qfrc_actuator - qfrc_bias) / d qvel, the last term only if asked for; needs
// everything that forward() computes.
void compute_velocity_derivative(const Model& m, Data& d, bool with_bias);

// matrix -= d qfrc_bias / d qvel, for the rows and columns of one kinematic tree.
void subtract_bias_derivative(const Model& m, Data& d, int tree, std::span<double> matrix);

// Whether the body is a kinematic tree of its own: one free joint, nothing with mass below.
bool is_standalone_free_body(const Model& m, int body);

// The matrix B of bias.cc, times a sign.
SpatialMatrix coriolis_matrix(const Inertia& inertia, const Spatial& v, double sign);

// The terms of qDeriv.
void add_actuator_derivative(const Model& m, Data& d);
void add_damper_derivative(const Model& m, Data& d);
void add_flex_edge_derivative(const Model& m, Data& d);
void add_fluid_derivative(const Model& m, Data& d);

// scratch_body_matrix <- how the wrench of the medium on each body changes with its velocity.
void compute_fluid_matrices(const Model& m, Data& d);

// qDeriv += scale J' J for one sparse row J. Pairs of dofs that are not in line in a tree are left out.
void add_outer_product(const Model& m, Data& d, std::span<const int> columns, std::span<const double> row,
                       double scale);

// matrix += sum over the bodies of the tree of C' B C, with C the cdof columns that move the body and B its matrix in
// scratch_body_matrix, which then holds the sum over its subtree.
void add_body_matrices(const Model& m, Data& d, int tree, std::span<double> matrix);

// ---- position
//
// How inverse dynamics changes with the position. Columns: columns[k nv + j] is the derivative of force j by dof k.

// Whether the axis of a dof moves along with another dof of the same chain.
bool is_carried_by(const Model& m, int dof, int carrier);

// columns += d(M qacc + qfrc_bias - f) / dq, f: gravity compensation, forces of the medium, applied wrenches and those of
// actuators at sites. Tendons with inertia are left out. Needs everything that forward() computes.
void add_motion_force_by_position(const Model& m, Data& d, std::span<const double> qacc, std::span<double> columns);

// columns += d(M qacc) / dq.
void add_inertia_by_position(const Model& m, Data& d, std::span<const double> qacc, std::span<double> columns);

// ---- stiffness
//
// How the forces of springs and actuators change with the position.

// Whether the closed form below knows all actuators and tendons.
bool has_stiffness(const Model& m, const Data& d);

// columns -= d(springs of joints and tendons, actuators other than those at sites) / dq.
void subtract_stiffness(const Model& m, Data& d, std::span<double> columns);

// ---- step_inertia
//
// The matrix Mh that a step divides forces by: the inertia, and what the integrator treats implicitly.
//   Euler         M + h B,   B = d(damper force)/d(-v), diagonal; M itself without dampers
//   implicitfast  M - h D,   D: lower triangle of d(passive + actuator force)/dv, free bodies on their own without

// Whether some damper of a joint that is awake counts in Euler steps.
bool has_implicit_damping(const Model& m, const Data& d);

// qH <- factor of M + h B for some dofs, which are whole trees.
void factor_damped_inertia(const Model& m, Data& d, int first, int count);

// qH <- factor of M - h D with D in qDeriv, for some dofs, which are whole trees.
void factor_implicit_inertia(const Model& m, Data& d, int first, int count);

// L' D L factor of Mh for all dofs that are awake, in the pattern of M; RK4 has M.
struct StepInertia {
  std::span<const double> factor, diag_inv;
};
StepInertia factor_step_inertia(const Model& m, Data& d);

}  // namespace corten
