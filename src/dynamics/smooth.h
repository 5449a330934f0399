// Stages of smooth dynamics, in the order in which they run; each in the file of its name.
#pragma once

#include <span>

#include "corten/data.h"
#include "corten/model.h"
#include "dynamics/jacobian.h"
#include "math/ldl.h"

namespace corten {

// ---- kinematics
//
// Forward kinematics: where every body, joint, geom and site is for the current qpos and mocap poses.

// Writes xpos, xquat, xmat, xipos, ximat, xanchor, xaxis, geom_xpos, geom_xmat, site_xpos, site_xmat.
void compute_kinematics(const Model& m, Data& d);
// Its two parts: bodies and joints, and what is attached to bodies that are awake.
void compute_body_poses(const Model& m, Data& d);
void compute_attached_poses(const Model& m, Data& d);

// Pose in the world of a frame attached to a body; `same` tells what the frame shares with the body.
void local_to_world(const Data& d, int body, const Vec3& pos, const Quat& quat, SameFrame same, Vec3& xpos, Mat3& xmat);

// ---- com
//
// Quantities about the centre of mass of each kinematic tree.

// Writes subtree_com, cinert, cdof; needs kinematics.
void compute_com(const Model& m, Data& d);

// ---- camlight
//
// Where cameras and lights are.

// Writes cam_xpos, cam_xmat, light_xpos, light_xdir; needs kinematics and subtree_com.
void compute_camlight(const Model& m, Data& d);

// ---- inertia
//
// Joint-space inertia matrix and its factor.

// Sparsity of M, qLD and qH.
inline TreePattern inertia_pattern(const Model& m) { return {m.M_rownnz, m.M_rowadr, m.M_colind}; }

// Writes crb and M, tendon armature included; needs com and tendons.
void compute_inertia(const Model& m, Data& d);
// The rows of M for some dofs, to the same places.
void copy_inertia_rows(const Model& m, const Data& d, int first, int count, std::span<double> to);
// Writes qLD and qLDiagInv.
void factor_inertia(const Model& m, Data& d);
// x <- M^-1 x with the current factor.
void solve_inertia(const Model& m, const Data& d, std::span<double> x);
// y <- M x.
void multiply_inertia(const Model& m, const Data& d, std::span<const double> x, std::span<double> y);

// ---- velocity
//
// Velocities of all bodies.

// Writes cvel and cdof_dot; needs com.
void compute_velocity(const Model& m, Data& d);

// Velocity of a body (angular, linear) at a world point of it, world axes.
Spatial velocity_at(const Model& m, const Data& d, int body, const Vec3& point);

// ---- rne
//
// Recursive Newton-Euler: forces that a motion needs.

// force <- M qacc + C(q, v); with an empty qacc only the bias C: Coriolis, centrifugal and gravity. Needs velocity.
// Tendon armature is not included.
void compute_rne(const Model& m, Data& d, std::span<const double> qacc, std::span<double> force);

// Writes cfrc_ext for the applied forces alone; constraint/constraint.h adds those of constraints.
void compute_applied_wrenches(const Model& m, Data& d);

// Writes cacc, and cfrc_int for the current qacc and cfrc_ext.
void compute_internal_forces(const Model& m, Data& d);

// ---- subtree_velocity
//
// Velocity and angular momentum of subtrees.

// Writes subtree_linvel and subtree_angmom; needs velocity. Not part of a forward pass: called when somebody asks.
void compute_subtree_velocity(const Model& m, Data& d);

// ---- energy
//
// Mechanical energy.

void compute_potential_energy(const Model& m, Data& d);  // energy[0]: gravity and springs
void compute_kinetic_energy(const Model& m, Data& d);    // energy[1]: v' M v / 2

// ---- relative_dofs
//
// The dofs that move two bodies relative to each other: those that move one of them but not both.

// Calls visit(dof, moves_second) for each of them, the last dof first. Both chains of dofs lead to the root, so from
// the first common dof on they are equal and none of the rest moves the bodies relative to each other.
template <class Visit>
void for_each_relative_dof(const Model& m, int first_body, int second_body, Visit&& visit) {
  const auto first = body_dofs(m, first_body), second = body_dofs(m, second_body);
  std::size_t i = first.size(), j = second.size();
  while (i > 0 || j > 0) {
    const int a = i > 0 ? first[i - 1] : -1;
    const int b = j > 0 ? second[j - 1] : -1;
    if (a == b) return;
    if (a > b) {
      visit(a, false);
      --i;
    } else {
      visit(b, true);
      --j;
    }
  }
}

}  // namespace corten
