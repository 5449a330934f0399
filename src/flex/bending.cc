// Forces of bending over the four vertices of each pair of neighbouring triangles.
//
//   spring   f = -dE/dx                 E: see corten/bending and its models
//   damper   f_i = -damping sum_j K_ij v_j       K: their stiffness, the constant cotangent stencil by default
// MuJoCo: only bodies with three dofs take part, and these are used as velocity in the world, whatever their axes;
// other vertices count as pinned, their positions enter but no force acts on them.
#include <span>

#include "corten/bending/cotangent.h"
#include "flex/flex.h"
#include "math/kernels/kernels.h"
#include "math/vec3.h"
#include "model/workspace.h"

namespace corten {

namespace {

// Vectors of the vertices as kernels want them, four numbers each.
std::span<double> in_lanes(std::span<const Vec3> vectors, Scratch::Frame& frame) {
  const std::span<double> lanes = frame.take<double>(kernels::kPointLanes * static_cast<int>(vectors.size()));
  double* out = lanes.data();
  for (const Vec3& v : vectors) {
    out[0] = v.x, out[1] = v.y, out[2] = v.z, out[3] = 0;
    out += kernels::kPointLanes;
  }
  return lanes;
}

// The default: their matrices are constant, and damping has the same ones.
kernels::Hinges constant_hinges(const Model& m, int f) {
  const int first = m.flex_edgeadr[f];
  return {(m.flex_edge.data() + first)->v, (m.flex_edgeflap.data() + first)->v,
          m.flex_bending.data() + m.flex_bendingadr[f], kBendingSize, m.flex_edgenum[f]};
}

// force -= K velocity over the hinges, with the stiffness K of a model where the vertices are now.
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

// The force on vertex v is force(v).
template <class Force>
void apply_forces(const Model& m, const Data& d, int f, Force force, double scale, std::span<double> qfrc) {
  const int* body = m.flex_vertbodyid.data() + m.flex_vertadr[f];
  for (int v = 0; v < m.flex_vertnum[f]; ++v) {
    if (m.body_dofnum[body[v]] == 3) add_body_frame_force(m, d, body[v], force(v) * scale, qfrc);
  }
}

void add_constant_bending(const Model& m, Data& d, int f, bool with_spring, bool with_damper) {
  const int count = m.flex_vertnum[f];
  const kernels::Hinges hinges = constant_hinges(m, f);
  const auto apply = [&](std::span<const double> lanes, double scale, std::span<double> qfrc) {
    const auto force = [&](int v) {
      const double* at = lanes.data() + kernels::kPointLanes * v;
      return Vec3{at[0], at[1], at[2]};
    };
    apply_forces(m, d, f, force, scale, qfrc);
  };
  if (with_spring) {
    Scratch::Frame frame(work(d).scratch);
    const std::span<double> force = frame.take_zero<double>(kernels::kPointLanes * count);
    kernels::add_hinge_forces(hinges, in_lanes(d.flexvert_xpos.span(m.flex_vertadr[f], count), frame).data(),
                              force.data());
    apply(force, 1, d.qfrc_spring);
  }
  if (with_damper) {
    Scratch::Frame frame(work(d).scratch);
    const std::span<double> force = frame.take_zero<double>(kernels::kPointLanes * count);
    const std::span<Vec3> velocity = frame.take<Vec3>(count);
    gather_velocities(m, d, f, velocity);
    kernels::add_hinge_product(hinges, -1, in_lanes(velocity, frame).data(), force.data());
    apply(force, m.flex_damping[f], d.qfrc_damper);
  }
}

void add_model_bending(const BendingStage& stage, const Model& m, Data& d, int f, bool with_spring, bool with_damper) {
  const int count = m.flex_vertnum[f];
  const Vec3* x = d.flexvert_xpos.data() + m.flex_vertadr[f];
  const auto add = [&](double scale, std::span<double> qfrc, auto&& sum_up) {
    Scratch::Frame frame(work(d).scratch);
    const std::span<Vec3> force = frame.take_zero<Vec3>(count);
    sum_up(frame, force.data());
    apply_forces(
        m, d, f, [&](int v) { return force[v]; }, scale, qfrc);
  };
  if (with_spring) {
    add(1, d.qfrc_spring, [&](Scratch::Frame&, Vec3* force) { stage.add_forces(stage.model, m, f, x, force); });
  }
  if (with_damper) {
    add(m.flex_damping[f], d.qfrc_damper, [&](Scratch::Frame& frame, Vec3* force) {
      const std::span<Vec3> velocity = frame.take<Vec3>(count);
      gather_velocities(m, d, f, velocity);
      add_damping(stage, m, f, x, velocity, force);
    });
  }
}

}  // namespace

void add_bending_force(const Model& m, Data& d, int f, bool with_spring, bool with_damper) {
  if (!has_bending(m, f)) return;
  with_damper = with_damper && m.flex_damping[f] != 0;
  if (const BendingStage stage = bending_of(m, d, f)) {
    add_model_bending(stage, m, d, f, with_spring, with_damper);
  } else {
    add_constant_bending(m, d, f, with_spring, with_damper);
  }
}

}  // namespace corten
