// Inverse dynamics of an articulated body: recursive Newton-Euler algorithm (RNEA) in the com-based frame:
//   forward   a(b) = a(parent) + cdof_dot qvel (+ cdof qacc),   a(world) = -gravity
//             f(b) = I a + v x* I v
//   backward  f(parent) += f(b),   force(d) = cdof(d) . f(body of d)
#include "dynamics/smooth.h"
#include "math/kernels/lanes.h"
#include "math/spatial.h"
#include "model/awake.h"
#include "model/workspace.h"

namespace corten {

namespace {

Spatial world_acceleration(const Model& m) {
  return m.opt.disableflags & kDisableGravity ? Spatial{} : Spatial{{}, -m.opt.gravity};
}

// Acceleration of body b when its parent accelerates with `a`.
[[gnu::always_inline]] inline Spatial accelerate(const Model& m, const Data& d, int b, Spatial a, const double* qacc) {
  const int first = m.body_dofadr[b];
  for (int i = first; i < first + m.body_dofnum[b]; ++i) {
    a += d.cdof_dot[i] * d.qvel[i];
    if (qacc) a += d.cdof[i] * qacc[i];
  }
  return a;
}

// Force that accelerates body b with `a`.
[[gnu::always_inline]] inline Spatial inertial_force(const Data& d, int b, const Spatial& a) {
  const Spatial& v = d.cvel[b];
  const auto [force, momentum] = kernels::multiply_pair(d.cinert[b], a, v);
  return force + cross_force(v, momentum);
}

// Accelerations of the bodies, and the forces on their subtrees.
struct Pass {
  Spatial* acceleration;
  Spatial* force;
  const double* qacc;

  void run(const Model& m, const Data& d, int first, int end) const {
    for (int b = first; b < end; ++b) {
      const Spatial a = accelerate(m, d, b, acceleration[m.body_parentid[b]], qacc);
      store(acceleration[b], a);
      store(force[b], inertial_force(d, b, a));
    }
    for (int b = end - 1; b >= first; --b) {
      if (const int parent = m.body_parentid[b]; parent > 0) force[parent] += force[b];
    }
  }
};

void project(const Model& m, const Data& d, const Spatial* f, int first, int count, double* force) {
  for (int i = first; i < first + count; ++i) force[i] = dot(d.cdof[i], f[m.dof_bodyid[i]]);
}

}  // namespace

void compute_rne(const Model& m, Data& d, std::span<const double> qacc, std::span<double> force) {
  Spatial* acceleration = work(d).scratch_body.data();
  const Pass pass{acceleration, acceleration + m.nbody, qacc.empty() ? nullptr : qacc.data()};
  acceleration[0] = world_acceleration(m);
  for_each_awake_bodies(
      m, d, [pass](const Model& model, const Data& data, int first, int end) { pass.run(model, data, first, end); });
  for_each_awake_range(m, d, [&](int first, int count) { project(m, d, pass.force, first, count, force.data()); });
}

void compute_applied_wrenches(const Model& m, Data& d) {
  d.cfrc_ext[0] = {};
  for (int b = 1; b < m.nbody; ++b) {
    const Vec<6>& applied = d.xfrc_applied[b];
    const Vec3 force{applied[0], applied[1], applied[2]}, torque{applied[3], applied[4], applied[5]};
    const Vec3 arm = d.xipos[b] - d.subtree_com[m.body_rootid[b]];
    d.cfrc_ext[b] = {torque + cross(arm, force), force};
  }
}

void compute_internal_forces(const Model& m, Data& d) {
  d.cacc[0] = world_acceleration(m);
  d.cfrc_int[0] = {};
  for (int b = 1; b < m.nbody; ++b) {
    d.cacc[b] = accelerate(m, d, b, d.cacc[m.body_parentid[b]], d.qacc.data());
    d.cfrc_int[b] = inertial_force(d, b, d.cacc[b]) - d.cfrc_ext[b];
  }
  for (int b = m.nbody - 1; b > 0; --b) d.cfrc_int[m.body_parentid[b]] += d.cfrc_int[b];
}

}  // namespace corten
