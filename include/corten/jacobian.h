// Jacobians and the inertia matrix: how points of the world move with the dofs, and what pushes them.
//
//   velocity of a point   v = Jp qvel,   angular velocity  w = Jr qvel          Jp, Jr: 3 x nv, row after row
//   dynamics              M qacc + qfrc_bias = qfrc_passive + qfrc_actuator + qfrc_applied + J' f + ...
//
// All need the positions of a forward pass: forward(model, data), step1(model, data), or the step before (whose
// positions they then belong to). Points and forces are in world coordinates. Matrices that are not wanted may be
// empty. A Data of another Model and a span of another size than said are refused with std::invalid_argument, the
// number of a thing that does not exist with std::out_of_range. Bodies, geoms and sites may be given by handles
// (handle.h).
#pragma once

#include <span>
#include <vector>

#include "corten/data.h"
#include "corten/export.h"
#include "corten/model.h"

namespace corten {

// Both Jacobians of a point.
struct PointJacobian {
  std::vector<double> trans, rot;  // 3 x nv
};

// Of the origin of a body's frame, its centre of mass, a geom, a site, and of any point that moves with a body.
CORTEN_API void body_jacobian(const Model& model, const Data& data, int body, std::span<double> trans,
                              std::span<double> rot);
CORTEN_API void body_com_jacobian(const Model& model, const Data& data, int body, std::span<double> trans,
                                  std::span<double> rot);
CORTEN_API void geom_jacobian(const Model& model, const Data& data, int geom, std::span<double> trans,
                              std::span<double> rot);
CORTEN_API void site_jacobian(const Model& model, const Data& data, int site, std::span<double> trans,
                              std::span<double> rot);
CORTEN_API void point_jacobian(const Model& model, const Data& data, int body, const Vec3& point,
                               std::span<double> trans, std::span<double> rot);
CORTEN_API PointJacobian body_jacobian(const Model& model, const Data& data, int body);
CORTEN_API PointJacobian body_com_jacobian(const Model& model, const Data& data, int body);
CORTEN_API PointJacobian geom_jacobian(const Model& model, const Data& data, int geom);
CORTEN_API PointJacobian site_jacobian(const Model& model, const Data& data, int site);
CORTEN_API PointJacobian point_jacobian(const Model& model, const Data& data, int body, const Vec3& point);

// Of the centre of mass of a body with all its descendants (of body 0: of the whole model); 3 x nv.
CORTEN_API void subtree_com_jacobian(const Model& model, const Data& data, int body, std::span<double> trans);
CORTEN_API std::vector<double> subtree_com_jacobian(const Model& model, const Data& data, int body);

// Time derivative of point_jacobian; needs the velocities of a forward pass too.
CORTEN_API void point_jacobian_dot(const Model& model, const Data& data, int body, const Vec3& point,
                                   std::span<double> trans, std::span<double> rot);

// qfrc += Jp' force + Jr' torque, for a force at a point of a body and a torque on the body; nv numbers, such as
// data.qfrc_applied.
CORTEN_API void apply_force(const Model& model, const Data& data, int body, const Vec3& point, const Vec3& force,
                            const Vec3& torque, std::span<double> qfrc);

// y = M x, and x = M^-1 y with the factor of the forward pass; nv numbers each. Of solve_m, x may be y.
CORTEN_API void mul_m(const Model& model, const Data& data, std::span<const double> x, std::span<double> y);
CORTEN_API void solve_m(const Model& model, const Data& data, std::span<const double> y, std::span<double> x);

// M as nv x nv matrix, row after row.
CORTEN_API void full_m(const Model& model, const Data& data, std::span<double> dense);
CORTEN_API std::vector<double> full_m(const Model& model, const Data& data);

}  // namespace corten
