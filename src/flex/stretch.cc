// St. Venant-Kirchhoff material in terms of edge lengths.
//
// The strain of a linear triangle or tetrahedron is a linear function of the squared lengths of its edges, so its
// energy is quadratic in their changes. With the matrix S of the element (flex_stiffness)
//   E = e' S e / 4,   e = l^2 - l0^2 + (l^2 - p^2) c / h,   p = l - h dl/dt
// The second term of e is Rayleigh damping with coefficient c = flex_damping (Kharevych et al., Geometric, Variational
// Integrators for Computer Animation, 2006): p is the length one timestep h ago.
// The tension t = S e is summed per edge over the elements that share it; then each edge pulls once:
//   f_1 -= t (x1 - x2),   f_2 -= t (x2 - x1)
// MuJoCo: damping is part of qfrc_spring, and springs alone being disabled does not remove these forces.
//
// Other materials (corten/elasticity) give the forces of each element, and are damped with their stiffness: -c K v.
#include <span>

#include "dynamics/jacobian.h"
#include "flex/flex.h"
#include "flex/metric/stiffness.h"
#include "math/vec3.h"
#include "model/workspace.h"

namespace corten {

namespace {

void compute_elongations(const Model& m, const Data& d, int f, std::span<double> elongation) {
  const int first = m.flex_edgeadr[f];
  const double h = m.opt.timestep, damping = h > 0 ? m.flex_damping[f] / h : 0;
  for (std::size_t i = 0; i < elongation.size(); ++i) {
    const int e = first + static_cast<int>(i);
    const double now = d.flexedge_length[e], rest = m.flexedge_length0[e];
    const double previous = now - d.flexedge_velocity[e] * h;
    elongation[i] = now * now - rest * rest + (now * now - previous * previous) * damping;
  }
}

// tension += S elongation for every element; S is stored as the rows of its upper triangle.
template <int kEdges>
void add_tensions(const Model& m, int f, const double* elongation, double* tension) {
  const int* edge = m.flex_elemedge.data() + m.flex_elemedgeadr[f];
  const double* s = m.flex_stiffness.data() + m.flex_stiffnessadr[f];
  for (int e = 0; e < m.flex_elemnum[f]; ++e, edge += kEdges, s += kStretchSize) {
    double in[kEdges], out[kEdges] = {};
    for (int a = 0; a < kEdges; ++a) in[a] = elongation[edge[a]];
    const double* entry = s;
    for (int a = 0; a < kEdges; ++a) {
      out[a] += *entry++ * in[a];
      for (int b = a + 1; b < kEdges; ++b, ++entry) {
        out[a] += *entry * in[b];
        out[b] += *entry * in[a];
      }
    }
    for (int a = 0; a < kEdges; ++a) tension[edge[a]] += out[a];
  }
}

void pull_vertices(const Model& m, const Data& d, int f, std::span<const double> tension, Vec3* force) {
  const Vec3* x = d.flexvert_xpos.data() + m.flex_vertadr[f];
  const IntVec<2>* edge = m.flex_edge.data() + m.flex_edgeadr[f];
  for (std::size_t e = 0; e < tension.size(); ++e) {
    const auto [v1, v2] = edge[e].v;
    const Vec3 pull = (x[v2] - x[v1]) * tension[e];
    force[v1] += pull;
    force[v2] -= pull;
  }
}

// Velocity of a vertex that moves with the three slides of its body, or with the body.
Vec3 vertex_velocity(const Model& m, const Data& d, int v) {
  const int body = m.flex_vertbodyid[v];
  if (m.body_simple[body] == 2) {
    Vec3 local;
    for (int k = 0; k < m.body_dofnum[body] && k < 3; ++k) local[k] = d.qvel[m.body_dofadr[body] + k];
    return d.xmat[body] * local;
  }
  const Vec3 arm = d.flexvert_xpos[v] - d.subtree_com[m.body_rootid[body]];
  return d.cvel[body].lin + cross(d.cvel[body].rot, arm);
}

void add_material_forces(const ElasticityStage& stage, const Model& m, const Data& d, int f, Vec3* force) {
  const Vec3* x = d.flexvert_xpos.data() + m.flex_vertadr[f];
  stage.add_forces(stage.model, m, f, x, force);
  if (m.flex_damping[f] == 0) return;
  for (int e = 0; e < m.flex_elemnum[f]; ++e) {
    const ElementResponse r = stage.response(stage.model, m, f, e, x);
    const std::span<const int> vertex = element_vertices(m, f, e);
    for (std::size_t j = 0; j < vertex.size(); ++j) {
      const Vec3 velocity = vertex_velocity(m, d, m.flex_vertadr[f] + vertex[j]) * m.flex_damping[f];
      for (std::size_t i = 0; i < vertex.size(); ++i) force[vertex[i]] -= r.stiffness[i][j] * velocity;
    }
  }
}

void apply_forces(const Model& m, Data& d, int f, std::span<const Vec3> force) {
  const int first = m.flex_vertadr[f];
  for (std::size_t i = 0; i < force.size(); ++i) {
    const int v = first + static_cast<int>(i), body = m.flex_vertbodyid[v];
    if (m.body_simple[body] == 2) {
      // MuJoCo: with fewer than three slides they are taken to be along the first axes of the body
      const Vec3 local = mul_transposed(d.xmat[body], force[i]);
      for (int k = 0; k < m.body_dofnum[body] && k < 3; ++k) d.qfrc_spring[m.body_dofadr[body] + k] += local[k];
    } else {
      apply_wrench(m, d, force[i], {}, d.flexvert_xpos[v], body, d.qfrc_spring);
    }
  }
}

}  // namespace

void add_stretch_force(const Model& m, Data& d, int f) {
  if (!has_stretch(m, f)) return;
  Scratch::Frame frame(work(d).scratch);
  const std::span<Vec3> force = frame.take_zero<Vec3>(m.flex_vertnum[f]);
  if (const ElasticityStage stage = elasticity_of(m, d, f)) {
    add_material_forces(stage, m, d, f, force.data());
    return apply_forces(m, d, f, force);
  }
  const std::span<double> elongation = frame.take<double>(m.flex_edgenum[f]);
  const std::span<double> tension = frame.take_zero<double>(m.flex_edgenum[f]);
  compute_elongations(m, d, f, elongation);
  if (m.flex_dim[f] == 2) {
    add_tensions<3>(m, f, elongation.data(), tension.data());
  } else {
    add_tensions<6>(m, f, elongation.data(), tension.data());
  }
  pull_vertices(m, d, f, tension, force.data());
  apply_forces(m, d, f, force);
}

}  // namespace corten
