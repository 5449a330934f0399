// Jacobians: how a point of a body moves when the dofs move.
//
// Column of dof d for the point p of a body, with c the centre of mass of its tree:
//   rotation     cdof.rot
//   translation  cdof.lin + cdof.rot x (p - c)
// Only the dofs of the body and its ancestors move it; Model::B_* lists them in increasing order for every body.
#pragma once

#include <span>

#include "corten/data.h"
#include "corten/model.h"
#include "math/vec3.h"

namespace corten {

// Ancestor dofs of a body, its own included, in increasing order.
inline std::span<const int> body_dofs(const Model& m, int body) {
  return m.B_colind.span(m.B_rowadr[body], m.B_rownnz[body]);
}

// p - c for the point p of a body.
inline Vec3 com_offset(const Model& m, const Data& d, int body, const Vec3& point) {
  return point - d.subtree_com[m.body_rootid[body]];
}

inline Vec3 translation(const Spatial& cdof, const Vec3& offset) { return cdof.lin + cross(cdof.rot, offset); }

// Dense 3 x nv Jacobians of a world point fixed to a body; either may be empty. Rows are x, y, z.
void jac(const Model& m, const Data& d, std::span<double> jacp, std::span<double> jacr, const Vec3& point, int body);
void jac_body(const Model& m, const Data& d, std::span<double> jacp, std::span<double> jacr, int body);
void jac_body_com(const Model& m, const Data& d, std::span<double> jacp, std::span<double> jacr, int body);
void jac_geom(const Model& m, const Data& d, std::span<double> jacp, std::span<double> jacr, int geom);
void jac_site(const Model& m, const Data& d, std::span<double> jacp, std::span<double> jacr, int site);
void jac_subtree_com(const Model& m, const Data& d, std::span<double> jacp, int body);
// Time derivative of the axis cdof of a dof as the body that carries it sees it; needs cvel and cdof_dot.
Spatial axis_rate(const Model& m, const Data& d, int dof);
// Time derivative of jac; needs cvel and cdof_dot.
void jac_dot(const Model& m, const Data& d, std::span<double> jacp, std::span<double> jacr, const Vec3& point,
             int body);

// qfrc += J' (force, torque) for a force at a world point of a body and a torque on it.
void apply_wrench(const Model& m, const Data& d, const Vec3& force, const Vec3& torque, const Vec3& point, int body,
                  std::span<double> qfrc);

}  // namespace corten
