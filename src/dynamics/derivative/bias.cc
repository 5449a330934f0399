// Derivative of the bias force (Coriolis, centrifugal and gyroscopic terms of articulated bodies) by
// the velocity, in closed form.
//
// Let dof c move with axis S, and body b be below it, with velocity v and inertia I. A change of qvel(c) changes
//   v by S,   its acceleration by A + S x v   with A = dS/dt + u x S, u the velocity behind the joint of c,
//   its force by I A + B S   with B S = I (S x v) + S x* I v + v x* I S.
// Terms with a purely translational S cancel in B. Summed over subtrees (I to crb, B likewise), with i the lower of the
// two dofs:  d bias(j) / d v(i) = S_j . (crb A_i + B S_i),   d bias(i) / d v(j) = S_i . (crb A_j + B S_j).
#include "dynamics/derivative/derivative.h"
#include "math/spatial.h"
#include "model/workspace.h"

namespace corten {

SpatialMatrix coriolis_matrix(const Inertia& inertia, const Spatial& v, double sign) {
  const Spatial momentum = inertia * v;
  Spatial column[3];
  for (int k = 0; k < 3; ++k) {
    Spatial axis;
    axis.rot[k] = sign;
    column[k] = inertia * cross_motion(axis, v) + cross_force(axis, momentum) + cross_force(v, inertia * axis);
  }
  SpatialMatrix b;
  b.rot_rot = from_columns(column[0].rot, column[1].rot, column[2].rot);
  b.lin_rot = from_columns(column[0].lin, column[1].lin, column[2].lin);
  return b;
}

namespace {

// A of every dof of the body, into scratch_dof.
void compute_axis_acceleration(const Model& m, Data& d, int body) {
  Spatial u = d.cvel[m.body_parentid[body]];
  for (int j = m.body_jntadr[body], end = j + m.body_jntnum[body]; j < end; ++j) {
    const int dof = m.jnt_dofadr[j],
              next = j + 1 < end ? m.jnt_dofadr[j + 1] : m.body_dofadr[body] + m.body_dofnum[body];
    for (int i = dof; i < next; ++i) u += d.cdof[i] * d.qvel[i];
    for (int i = dof; i < next; ++i) {
      // the translations of a free joint are fixed in the world, the rotations behind them feel their velocity
      const bool fixed = m.jnt_type[j] == JointType::kFree && i < dof + 3;
      work(d).scratch_dof[i] = fixed ? Spatial{} : d.cdof_dot[i] + cross_motion(u, d.cdof[i]);
    }
  }
}

}  // namespace

void subtract_bias_derivative(const Model& m, Data& d, int tree, std::span<double> matrix) {
  for (int b = m.tree_bodyadr[tree], end = b + m.tree_bodynum[tree]; b < end; ++b) {
    work(d).scratch_body_matrix[b] = coriolis_matrix(d.cinert[b], d.cvel[b], -1);
    compute_axis_acceleration(m, d, b);
  }
  add_body_matrices(m, d, tree, matrix);
  const DofPattern pattern = dof_pattern(m);
  const Array<Spatial>& acceleration = work(d).scratch_dof;
  for (int i = m.tree_dofadr[tree], end = i + m.tree_dofnum[tree]; i < end; ++i) {
    const Inertia& subtree = d.crb[m.dof_bodyid[i]];
    const Spatial column = subtree * acceleration[i], row = subtree * d.cdof[i];
    for (int j = i; j >= 0; j = m.dof_parentid[j]) {
      matrix[static_cast<std::size_t>(pattern.upper(j, i))] -= dot(d.cdof[j], column);
      if (j < i) matrix[static_cast<std::size_t>(pattern.lower(i, j))] -= dot(acceleration[j], row);
    }
  }
}

}  // namespace corten
