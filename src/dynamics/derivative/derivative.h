// How the forces change with the velocity, and the inertia of an implicit step.
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

// The terms of qDeriv.
void add_actuator_derivative(const Model& m, Data& d);
void add_damper_derivative(const Model& m, Data& d);
void add_flex_edge_derivative(const Model& m, Data& d);
void add_fluid_derivative(const Model& m, Data& d);

// qDeriv += scale J' J for one sparse row J. Pairs of dofs that are not in line in a tree are left out.
void add_outer_product(const Model& m, Data& d, std::span<const int> columns, std::span<const double> row,
                       double scale);

// matrix += sum over the bodies of the tree of C' B C, with C the cdof columns that move the body and B its matrix in
// scratch_body_matrix, which then holds the sum over its subtree.
void add_body_matrices(const Model& m, Data& d, int tree, std::span<double> matrix);

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
