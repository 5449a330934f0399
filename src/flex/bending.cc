// Forces of bending over the four vertices of each pair of neighbouring triangles.
//
//   spring   f = -dE/dx                 E: see corten/bending and its models
//   damper   f_i = -damping sum_j K_ij v_j       K: their stiffness, the constant cotangent stencil by default
// MuJoCo: only bodies with three dofs take part, and these are used as velocity in the world, whatever their axes;
// other vertices count as pinned, their positions enter but no force acts on them.
#include <span>

#include "corten/bending/cotangent.h"
#include "flex/flex.h"
#include "math/vec3.h"
#include "model/workspace.h"

namespace corten {

namespace {

// force -= K velocity over the hinges, K being constant.
void add_constant_damping(const Model& m, int f, std::span<const Vec3> velocity, Vec3* force) {
  for_each_hinge(m, f, [&](int edge, const Hinge& h) {
    const double* b = rest_hinge(m, f, edge).matrix;
    const auto& v = h.vertex;
    const Vec3* u = velocity.data();
    for (int i = 0; i < 4; ++i, b += 4) {
      force[v[i]] -= u[v[0]] * b[0] + u[v[1]] * b[1] + u[v[2]] * b[2] + u[v[3]] * b[3];
    }
  });
}

// The same with the stiffness of another model where the vertices are now.
void add_damping(const BendingStage& stage, const Model& m, int f, const Vec3* x, std::span<const Vec3> velocity,
                 Vec3* force) {
  for_each_hinge(m, f, [&](int edge, const Hinge& h) {
    HingeStiffness k;
    stage.set_stiffness(stage.model, m, f, edge, x, k);
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j < 4; ++j) force[h.vertex[i]] -= k.block[i][j] * velocity[h.vertex[j]];
    }
  });
}

void gather_velocities(const Model& m, const Data& d, int f, std::span<Vec3> velocity) {
  const int* body = m.flex_vertbodyid.data() + m.flex_vertadr[f];
  for (std::size_t v = 0; v < velocity.size(); ++v) {
    const int dof = m.body_dofadr[body[v]];
    velocity[v] = m.body_dofnum[body[v]] == 3 ? Vec3{d.qvel[dof], d.qvel[dof + 1], d.qvel[dof + 2]} : Vec3{};
  }
}

void apply_forces(const Model& m, const Data& d, int f, std::span<const Vec3> force, double scale,
                  std::span<double> qfrc) {
  const int* body = m.flex_vertbodyid.data() + m.flex_vertadr[f];
  for (std::size_t v = 0; v < force.size(); ++v) {
    if (m.body_dofnum[body[v]] == 3) add_body_frame_force(m, d, body[v], force[v] * scale, qfrc);
  }
}

}  // namespace

void add_bending_force(const Model& m, Data& d, int f, bool with_spring, bool with_damper) {
  if (!has_bending(m, f)) return;
  with_damper = with_damper && m.flex_damping[f] != 0;
  const int count = m.flex_vertnum[f];
  Scratch::Frame frame(work(d).scratch);
  const std::span<Vec3> spring = frame.take_zero<Vec3>(with_spring ? count : 0);
  const std::span<Vec3> damper = frame.take_zero<Vec3>(with_damper ? count : 0);
  const std::span<Vec3> velocity = frame.take<Vec3>(with_damper ? count : 0);
  gather_velocities(m, d, f, velocity);
  const Vec3* x = d.flexvert_xpos.data() + m.flex_vertadr[f];
  if (const BendingStage stage = bending_of(m, d, f)) {
    if (with_spring) stage.add_forces(stage.model, m, f, x, spring.data());
    if (with_damper) add_damping(stage, m, f, x, velocity, damper.data());
  } else {
    if (with_spring) add_hinge_forces(CotangentBending{}, m, f, x, spring.data());
    if (with_damper) add_constant_damping(m, f, velocity, damper.data());
  }
  apply_forces(m, d, f, spring, 1, d.qfrc_spring);
  apply_forces(m, d, f, damper, m.flex_damping[f], d.qfrc_damper);
}

}  // namespace corten
