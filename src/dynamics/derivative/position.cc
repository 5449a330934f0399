// Derivative of inverse dynamics by the position, in closed form, for given velocities and accelerations.
//
// Let dof k have the axis S, and u, a_u be velocity and acceleration of what carries the axis. Moving k moves everything
// behind it as a rigid body. A body b behind it, with velocity v, acceleration a (gravity included) and inertia I, then
// also moves along with that, except that u and a_u stay where they are:
//   dv = S x v + p,   da = S x a + r + p x v     with  p = u x S,   r = a_u x S + u x p
// so that its inertial force f = I a + v x* I v changes by
//   df = S x* f + I r + B p                      with  B p = I (p x v) + p x* I v + v x* I p  (bias.cc)
// A wrench that is fixed in the body (a thruster) is a part of f. One that is fixed in the world (torque t, force g at
// the point c) is not turned, and the resistance of a medium with velocity matrix G that flows with w feels it:
//   dF = S x* F + E S,  E S = -(rot S x t + c x (rot S x g), rot S x g);      dF = S x* F + G (p + S x w)
// With subtree sums F, I, B, E, the generalised force S_j . F_j of dof j changes by
//   S_j . (I_j r + B_j p - E_j S)             if k carries the axis of j: both move along with k
//   S_j . (S x* F_k + I_k r + B_k p - E_k S)  if j carries the axis of k
// The three axes of a ball carry each other. Recursions of this kind: Carpentier and Mansard, "Analytical derivatives of
// rigid body dynamics algorithms", 2018; Singh, Russell and Wensing, "Efficient analytical derivatives of rigid-body
// dynamics using spatial vector algebra", 2022.
#include <algorithm>

#include "dynamics/actuator/actuator.h"
#include "dynamics/derivative/derivative.h"
#include "dynamics/jacobian.h"
#include "dynamics/passive/passive.h"
#include "math/spatial.h"
#include "model/workspace.h"

namespace corten {

namespace {

// All about the centre of mass of each tree, as it is now.
class PositionDerivative {
 public:
  PositionDerivative(const Model& m, Data& d, Scratch::Frame& frame)
      : m_(m),
        d_(d),
        acceleration_(frame.take_zero<Spatial>(m.nbody)),
        force_(frame.take_zero<Spatial>(m.nbody)),
        by_motion_(frame.take_zero<SpatialMatrix>(m.nbody)),
        by_turn_(frame.take_zero<SpatialMatrix>(m.nbody)),
        carried_(frame.take<Carried>(m.nv)) {}

  // Moving with qvel and falling.
  void set_motion(std::span<const double> qacc) {
    if (!(m_.opt.disableflags & kDisableGravity)) acceleration_[0].lin = -m_.opt.gravity;
    for (int b = 1; b < m_.nbody; ++b) {
      const int parent = m_.body_parentid[b];
      Spatial v = d_.cvel[parent], a = acceleration_[parent];
      for_each_joint_block(b, [&](int first, int end) {
        const Spatial u = v, behind = a;
        for (int i = first; i < end; ++i) {
          const Spatial &axis = d_.cdof[i], &rate = d_.cdof_dot[i];
          carried_[i] = {rate, cross_motion(behind, axis) + cross_motion(u, rate)};
          v += axis * d_.qvel[i];
          a += axis * qacc[i] + rate * d_.qvel[i];
        }
      });
      acceleration_[b] = a;
      force_[b] = d_.cinert[b] * a + cross_force(d_.cvel[b], d_.cinert[b] * d_.cvel[b]);
      by_motion_[b] = coriolis_matrix(d_.cinert[b], d_.cvel[b], 1);
    }
  }

  // At rest and without gravity.
  void set_acceleration(std::span<const double> qacc) {
    for (int b = 1; b < m_.nbody; ++b) {
      Spatial a = acceleration_[m_.body_parentid[b]];
      for_each_joint_block(b, [&](int first, int end) {
        const Spatial behind = a;
        for (int i = first; i < end; ++i) {
          carried_[i] = {{}, cross_motion(behind, d_.cdof[i])};
          a += d_.cdof[i] * qacc[i];
        }
      });
      acceleration_[b] = a;
      force_[b] = d_.cinert[b] * a;
    }
  }

  // A force at a point of the body, and a torque, that do not turn with it.
  void subtract_world_wrench(int body, const Vec3& torque, const Vec3& force, const Vec3& point) {
    const Vec3 arm = com_offset(m_, d_, body, point);
    force_[body] -= Spatial{torque + cross(arm, force), force};
    by_turn_[body].rot_rot += (skew(torque) + skew(arm) * skew(force)) * -1;
    by_turn_[body].lin_rot += skew(force) * -1;
  }

  // One that turns with the body.
  void subtract_body_wrench(int body, const Vec3& torque, const Vec3& force, const Vec3& point) {
    force_[body] -= Spatial{torque + cross(com_offset(m_, d_, body, point), force), force};
  }

  void subtract_fluid() {
    subtract_fluid_wrenches(m_, d_, force_);
    compute_fluid_matrices(m_, d_);
    const Mat3 against_wind = skew(m_.opt.wind);
    for (int b = 1; b < m_.nbody; ++b) {
      SpatialMatrix matrix = work(d_).scratch_body_matrix[b];
      for (Mat3* part : {&matrix.rot_rot, &matrix.rot_lin, &matrix.lin_rot, &matrix.lin_lin}) *part = *part * -1;
      by_motion_[b] += matrix;
      by_turn_[b].rot_rot -= matrix.rot_lin * against_wind;
      by_turn_[b].lin_rot -= matrix.lin_lin * against_wind;
    }
  }

  // columns[k nv + j] += d force_j / d q_k
  void add_to(std::span<double> columns) {
    for (int b = m_.nbody - 1; b > 0; --b) {
      const int parent = m_.body_parentid[b];
      if (parent == 0) continue;
      force_[parent] += force_[b];
      by_motion_[parent] += by_motion_[b];
      by_turn_[parent] += by_turn_[b];
    }
    for (int i = 0; i < m_.nv; ++i) add_pairs(i, columns.data());
  }

 private:
  // What the motion behind the axis contributes: p and r.
  struct Carried {
    Spatial velocity, acceleration;
  };

  // Calls visit(first, end) for dofs of the body whose axes have the same carrier.
  template <class Visit>
  void for_each_joint_block(int body, Visit&& visit) const {
    for (int j = m_.body_jntadr[body], end = j + m_.body_jntnum[body]; j < end; ++j) {
      int dof = m_.jnt_dofadr[j];
      const JointType type = m_.jnt_type[j];
      if (type == JointType::kFree) visit(dof, dof + 3), dof += 3;
      visit(dof, dof + (type == JointType::kSlide || type == JointType::kHinge ? 1 : 3));
    }
  }

  // Dof i with itself and with those before it in its chain.
  void add_pairs(int i, double* columns) const {
    const int body = m_.dof_bodyid[i];
    const std::ptrdiff_t nv = m_.nv;
    const Spatial& axis = d_.cdof[i];
    const Inertia& inertia = d_.crb[body];
    const SpatialMatrix &by_motion = by_motion_[body], &by_turn = by_turn_[body];
    // how forces change when i moves, along with it and as a force that acts on those before it
    const Spatial along = inertia * carried_[i].acceleration + by_motion * carried_[i].velocity + by_turn * axis;
    const Spatial change = along + cross_force(axis, force_[body]);
    // how the force of i depends on p, r and the axes of others
    const Spatial by_acceleration = inertia * axis, by_velocity = mul_transposed(by_motion, axis),
                  by_axis = mul_transposed(by_turn, axis);
    double* column = columns + i * nv;
    for (int j = i; j >= 0; j = m_.dof_parentid[j]) {
      column[j] += dot(d_.cdof[j], is_carried_by(m_, j, i) ? along : change);
      if (j == i) continue;
      columns[j * nv + i] += dot(by_acceleration, carried_[j].acceleration) + dot(by_velocity, carried_[j].velocity) +
                             dot(by_axis, d_.cdof[j]);
    }
  }

  const Model& m_;
  Data& d_;
  std::span<Spatial> acceleration_, force_;
  std::span<SpatialMatrix> by_motion_, by_turn_;  // how the force changes with p, and with S
  std::span<Carried> carried_;
};

// Gravity compensation counts as passive force or as actuation, which are not there under the same conditions.
void subtract_gravity_compensation(const Model& m, const Data& d, PositionDerivative& derivative) {
  constexpr int kNoPassive = kDisableSpring | kDisableDamper;
  if (m.ngravcomp == 0 || (m.opt.disableflags & kDisableGravity) || (m.opt.disableflags & kNoPassive) == kNoPassive)
    return;
  for (int b = 1; b < m.nbody; ++b) {
    if (m.body_gravcomp[b] == 0) continue;
    derivative.subtract_world_wrench(b, {}, m.opt.gravity * -(m.body_mass[b] * m.body_gravcomp[b]), d.xipos[b]);
  }
}

// Wrenches of actuators in the frames of sites.
void subtract_site_wrenches(const Model& m, const Data& d, PositionDerivative& derivative) {
  for (int i = 0; i < m.nactuator; ++i) {
    if (m.actuator_trntype[i] != TransmissionType::kSite || m.actuator_trnid[i][1] >= 0) continue;
    const int site = m.actuator_trnid[i][0], out = m.actuator_outadr[i];
    const Vec<6>& gear = m.actuator_gear[out];
    const Mat3 axes = d.site_xmat[site] * d.actuator_force[out];
    derivative.subtract_body_wrench(m.site_bodyid[site], axes * Vec3{gear[3], gear[4], gear[5]},
                                    axes * Vec3{gear[0], gear[1], gear[2]}, d.site_xpos[site]);
  }
}

}  // namespace

bool is_carried_by(const Model& m, int dof, int carrier) {
  if (carrier <= dof) return true;
  const int joint = m.dof_jntid[dof], first = m.jnt_dofadr[joint];
  if (m.dof_jntid[carrier] != joint) return false;
  return m.jnt_type[joint] == JointType::kBall || (m.jnt_type[joint] == JointType::kFree && dof >= first + 3);
}

void add_motion_force_by_position(const Model& m, Data& d, std::span<const double> qacc, std::span<double> columns) {
  Scratch::Frame frame(work(d).scratch);
  PositionDerivative derivative(m, d, frame);
  derivative.set_motion(qacc);
  for (int b = 1; b < m.nbody; ++b) {
    const Vec<6>& f = d.xfrc_applied[b];
    if (f != Vec<6>{}) derivative.subtract_world_wrench(b, {f[3], f[4], f[5]}, {f[0], f[1], f[2]}, d.xipos[b]);
  }
  subtract_gravity_compensation(m, d, derivative);
  if (!(m.opt.disableflags & kDisableActuation)) subtract_site_wrenches(m, d, derivative);
  if (has_fluid(m)) derivative.subtract_fluid();
  derivative.add_to(columns);
}

void add_inertia_by_position(const Model& m, Data& d, std::span<const double> qacc, std::span<double> columns) {
  Scratch::Frame frame(work(d).scratch);
  PositionDerivative derivative(m, d, frame);
  derivative.set_acceleration(qacc);
  derivative.add_to(columns);
}

}  // namespace corten
