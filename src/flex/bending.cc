// Quadratic bending of thin plates over the four vertices of each pair of neighbouring triangles.
//
//   spring   f_i = -sum_j B_ij x_j - c g_i      B: 4 x 4, the cotangent stencil of the pair
//   damper   f_i = -damping sum_j B_ij v_j
// The term with c, the curvature at rest, is the gradient of the volume of the four vertices: with a, b, g the vectors
// from vertex 0 to vertices 1, 2, 3
//   g_1 = b x g,   g_2 = g x a,   g_3 = a x b,   g_0 = -(g_1 + g_2 + g_3)
// MuJoCo: only bodies with three dofs take part, and these are used as velocity in the world, whatever their axes;
// other vertices count as pinned, their positions enter but no force acts on them.
#include "flex/bending.h"

#include <span>

#include "flex/attachment.h"
#include "math/vec3.h"

namespace corten {

namespace {

// force -= B value for one hinge, with B row after row.
void subtract_product(const double* b, const Vec3 (&value)[4], const int (&vertex)[4], Vec3* force) {
  for (int i = 0; i < 4; ++i, b += 4) {
    force[vertex[i]] -= value[0] * b[0] + value[1] * b[1] + value[2] * b[2] + value[3] * b[3];
  }
}

void subtract_curvature(double c, const Vec3 (&x)[4], const int (&vertex)[4], Vec3* force) {
  const Vec3 a1 = x[1] - x[0], a2 = x[2] - x[0], a3 = x[3] - x[0];
  const Vec3 g1 = cross(a2, a3) * c, g2 = cross(a3, a1) * c, g3 = cross(a1, a2) * c;
  force[vertex[0]] += g1 + g2 + g3;
  force[vertex[1]] -= g1;
  force[vertex[2]] -= g2;
  force[vertex[3]] -= g3;
}

// One pass over the hinges; an empty span means that this kind of force is not wanted.
void sum_hinges(const Model& m, const Data& d, int f, std::span<const Vec3> velocity, std::span<Vec3> spring,
                std::span<Vec3> damper) {
  const Vec3* x = d.flexvert_xpos.data() + m.flex_vertadr[f];
  const double* b = m.flex_bending.data() + m.flex_bendingadr[f];
  const int first = m.flex_edgeadr[f];
  for (int e = 0; e < m.flex_edgenum[f]; ++e, b += kBendingSize) {
    const Hinge pair = hinge(m, first + e);
    const auto& v = pair.vertex;
    if (v[3] < 0) continue;
    if (!spring.empty()) {
      const Vec3 position[4] = {x[v[0]], x[v[1]], x[v[2]], x[v[3]]};
      subtract_product(b, position, v, spring.data());
      if (b[16] != 0) subtract_curvature(b[16], position, v, spring.data());
    }
    if (!damper.empty()) {
      const Vec3* u = velocity.data();
      subtract_product(b, {u[v[0]], u[v[1]], u[v[2]], u[v[3]]}, v, damper.data());
    }
  }
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
  Scratch::Frame frame(d.scratch);
  const std::span<Vec3> spring = frame.take_zero<Vec3>(with_spring ? count : 0);
  const std::span<Vec3> damper = frame.take_zero<Vec3>(with_damper ? count : 0);
  const std::span<Vec3> velocity = frame.take<Vec3>(with_damper ? count : 0);
  gather_velocities(m, d, f, velocity);
  sum_hinges(m, d, f, velocity, spring, damper);
  apply_forces(m, d, f, spring, 1, d.qfrc_spring);
  apply_forces(m, d, f, damper, m.flex_damping[f], d.qfrc_damper);
}

}  // namespace corten
