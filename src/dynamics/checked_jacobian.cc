// The public functions of corten/jacobian.h: what they are given is examined, then jacobian.cc and inertia.cc compute.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "corten/jacobian.h"
#include "dynamics/jacobian.h"
#include "dynamics/smooth.h"
#include "model/access.h"

namespace corten {

namespace {

void require_size(const char* what, std::size_t size, int rows, int columns) {
  if (size == static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns)) return;
  throw std::invalid_argument(fmt::format("{} has {} numbers and needs {} x {}", what, size, rows, columns));
}

// Both matrices may be missing.
void require_matrices(const Model& m, std::span<double> trans, std::span<double> rot) {
  if (!trans.empty()) require_size("the translational Jacobian", trans.size(), 3, m.nv);
  if (!rot.empty()) require_size("the rotational Jacobian", rot.size(), 3, m.nv);
}

PointJacobian make_jacobian(const Model& m) {
  const std::size_t size = 3 * static_cast<std::size_t>(m.nv);
  return {std::vector<double>(size), std::vector<double>(size)};
}

void require_point(const Vec3& point) {
  if (std::isfinite(point.x) && std::isfinite(point.y) && std::isfinite(point.z)) return;
  throw std::invalid_argument(fmt::format("the point ({}, {}, {}) is not finite", point.x, point.y, point.z));
}

}  // namespace

void body_jacobian(const Model& m, const Data& d, int body, std::span<double> trans, std::span<double> rot) {
  require_own(m, d);
  require_index("body", body, m.nbody);
  require_matrices(m, trans, rot);
  jac_body(m, d, trans, rot, body);
}

void body_com_jacobian(const Model& m, const Data& d, int body, std::span<double> trans, std::span<double> rot) {
  require_own(m, d);
  require_index("body", body, m.nbody);
  require_matrices(m, trans, rot);
  jac_body_com(m, d, trans, rot, body);
}

void geom_jacobian(const Model& m, const Data& d, int geom, std::span<double> trans, std::span<double> rot) {
  require_own(m, d);
  require_index("geom", geom, m.ngeom);
  require_matrices(m, trans, rot);
  jac_geom(m, d, trans, rot, geom);
}

void site_jacobian(const Model& m, const Data& d, int site, std::span<double> trans, std::span<double> rot) {
  require_own(m, d);
  require_index("site", site, m.nsite);
  require_matrices(m, trans, rot);
  jac_site(m, d, trans, rot, site);
}

void point_jacobian(const Model& m, const Data& d, int body, const Vec3& point, std::span<double> trans,
                    std::span<double> rot) {
  require_own(m, d);
  require_index("body", body, m.nbody);
  require_point(point);
  require_matrices(m, trans, rot);
  jac(m, d, trans, rot, point, body);
}

PointJacobian body_jacobian(const Model& m, const Data& d, int body) {
  PointJacobian j = make_jacobian(m);
  body_jacobian(m, d, body, j.trans, j.rot);
  return j;
}

PointJacobian body_com_jacobian(const Model& m, const Data& d, int body) {
  PointJacobian j = make_jacobian(m);
  body_com_jacobian(m, d, body, j.trans, j.rot);
  return j;
}

PointJacobian geom_jacobian(const Model& m, const Data& d, int geom) {
  PointJacobian j = make_jacobian(m);
  geom_jacobian(m, d, geom, j.trans, j.rot);
  return j;
}

PointJacobian site_jacobian(const Model& m, const Data& d, int site) {
  PointJacobian j = make_jacobian(m);
  site_jacobian(m, d, site, j.trans, j.rot);
  return j;
}

PointJacobian point_jacobian(const Model& m, const Data& d, int body, const Vec3& point) {
  PointJacobian j = make_jacobian(m);
  point_jacobian(m, d, body, point, j.trans, j.rot);
  return j;
}

void subtree_com_jacobian(const Model& m, const Data& d, int body, std::span<double> trans) {
  require_own(m, d);
  require_index("body", body, m.nbody);
  require_size("the Jacobian", trans.size(), 3, m.nv);
  jac_subtree_com(m, d, trans, body);
}

std::vector<double> subtree_com_jacobian(const Model& m, const Data& d, int body) {
  std::vector<double> trans(3 * static_cast<std::size_t>(m.nv));
  subtree_com_jacobian(m, d, body, trans);
  return trans;
}

void point_jacobian_dot(const Model& m, const Data& d, int body, const Vec3& point, std::span<double> trans,
                        std::span<double> rot) {
  require_own(m, d);
  require_index("body", body, m.nbody);
  require_point(point);
  require_matrices(m, trans, rot);
  jac_dot(m, d, trans, rot, point, body);
}

void apply_force(const Model& m, const Data& d, int body, const Vec3& point, const Vec3& force, const Vec3& torque,
                 std::span<double> qfrc) {
  require_own(m, d);
  require_index("body", body, m.nbody);
  require_point(point);
  require_size("qfrc", qfrc.size(), m.nv, 1);
  apply_wrench(m, d, force, torque, point, body, qfrc);
}

void mul_m(const Model& m, const Data& d, std::span<const double> x, std::span<double> y) {
  require_own(m, d);
  require_size("x", x.size(), m.nv, 1);
  require_size("y", y.size(), m.nv, 1);
  if (x.data() < y.data() + y.size() && y.data() < x.data() + x.size()) {
    throw std::invalid_argument("x and y of mul_m overlap");
  }
  multiply_inertia(m, d, x, y);
}

void solve_m(const Model& m, const Data& d, std::span<const double> y, std::span<double> x) {
  require_own(m, d);
  require_size("y", y.size(), m.nv, 1);
  require_size("x", x.size(), m.nv, 1);
  std::copy(y.begin(), y.end(), x.begin());
  solve_inertia(m, d, x);
}

void full_m(const Model& m, const Data& d, std::span<double> dense) {
  require_own(m, d);
  require_size("the matrix", dense.size(), m.nv, m.nv);
  std::fill(dense.begin(), dense.end(), 0.0);
  const std::size_t n = static_cast<std::size_t>(m.nv);
  for (int i = 0; i < m.nv; ++i) {
    for (int k = m.M_rowadr[i]; k < m.M_rowadr[i] + m.M_rownnz[i]; ++k) {
      const auto row = static_cast<std::size_t>(i), column = static_cast<std::size_t>(m.M_colind[k]);
      dense[row * n + column] = dense[column * n + row] = d.M[k];
    }
  }
}

std::vector<double> full_m(const Model& m, const Data& d) {
  std::vector<double> dense(static_cast<std::size_t>(m.nv) * static_cast<std::size_t>(m.nv));
  full_m(m, d, dense);
  return dense;
}

}  // namespace corten
