// Dense Jacobians and the transposed product, all from the columns described in jacobian.h.
#include "dynamics/jacobian.h"

#include <algorithm>

#include "math/spatial.h"

namespace corten {

namespace {

// Writes one column into a dense 3 x nv matrix, if the matrix is wanted.
void put(std::span<double> matrix, int nv, int dof, const Vec3& column) {
  if (matrix.empty()) return;
  for (int r = 0; r < 3; ++r) matrix[static_cast<std::size_t>(r * nv + dof)] = column[r];
}

void clear(std::span<double> matrix) { std::fill(matrix.begin(), matrix.end(), 0.0); }

}  // namespace

void jac(const Model& m, const Data& d, std::span<double> jacp, std::span<double> jacr, const Vec3& point, int body) {
  clear(jacp);
  clear(jacr);
  const Vec3 offset = com_offset(m, d, body, point);
  for (const int dof : body_dofs(m, body)) {
    put(jacp, m.nv, dof, translation(d.cdof[dof], offset));
    put(jacr, m.nv, dof, d.cdof[dof].rot);
  }
}

void jac_body(const Model& m, const Data& d, std::span<double> jacp, std::span<double> jacr, int body) {
  jac(m, d, jacp, jacr, d.xpos[body], body);
}

void jac_body_com(const Model& m, const Data& d, std::span<double> jacp, std::span<double> jacr, int body) {
  jac(m, d, jacp, jacr, d.xipos[body], body);
}

void jac_geom(const Model& m, const Data& d, std::span<double> jacp, std::span<double> jacr, int geom) {
  jac(m, d, jacp, jacr, d.geom_xpos[geom], m.geom_bodyid[geom]);
}

void jac_site(const Model& m, const Data& d, std::span<double> jacp, std::span<double> jacr, int site) {
  jac(m, d, jacp, jacr, d.site_xpos[site], m.site_bodyid[site]);
}

void jac_subtree_com(const Model& m, const Data& d, std::span<double> jacp, int body) {
  clear(jacp);
  if (m.body_subtreemass[body] < kMinVal) return;
  const double scale = 1 / m.body_subtreemass[body];
  for (int b = body; b < m.nbody; ++b) {
    int ancestor = b;
    while (ancestor > body) ancestor = m.body_parentid[ancestor];
    if (ancestor != body) continue;
    const Vec3 offset = com_offset(m, d, b, d.xipos[b]);
    for (const int dof : body_dofs(m, b)) {
      const Vec3 column = translation(d.cdof[dof], offset) * (m.body_mass[b] * scale);
      for (int r = 0; r < 3; ++r) jacp[static_cast<std::size_t>(r * m.nv + dof)] += column[r];
    }
  }
}

// MuJoCo: the axes of ball and free rotations turn with the body itself, not with its parent.
Spatial axis_rate(const Model& m, const Data& d, int dof) {
  const JointType type = m.jnt_type[m.dof_jntid[dof]];
  const bool turns =
      type == JointType::kBall || (type == JointType::kFree && dof >= m.jnt_dofadr[m.dof_jntid[dof]] + 3);
  return turns ? cross_motion(d.cvel[m.dof_bodyid[dof]], d.cdof[dof]) : d.cdof_dot[dof];
}

// d/dt (lin + rot x (p - c)): the axis changes with cdof_dot, the point moves with the body, c does not move in the
// com-based frame, whose velocities are those of body points that coincide with it.
void jac_dot(const Model& m, const Data& d, std::span<double> jacp, std::span<double> jacr, const Vec3& point,
             int body) {
  clear(jacp);
  clear(jacr);
  const Vec3 offset = com_offset(m, d, body, point);
  const Spatial& v = d.cvel[body];
  const Vec3 point_velocity = v.lin + cross(v.rot, offset);
  for (const int dof : body_dofs(m, body)) {
    const Spatial rate = axis_rate(m, d, dof);
    put(jacp, m.nv, dof, translation(rate, offset) + cross(d.cdof[dof].rot, point_velocity));
    put(jacr, m.nv, dof, rate.rot);
  }
}

void apply_wrench(const Model& m, const Data& d, const Vec3& force, const Vec3& torque, const Vec3& point, int body,
                  std::span<double> qfrc) {
  const Spatial wrench{torque + cross(com_offset(m, d, body, point), force), force};  // about the tree's centre of mass
  for (const int dof : body_dofs(m, body)) qfrc[static_cast<std::size_t>(dof)] += dot(d.cdof[dof], wrench);
}

}  // namespace corten
