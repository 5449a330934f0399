// Derivative of the fluid forces by the velocity; see fluid.cc for the forces. v and w are the velocity relative to the
// medium and the angular velocity in local axes, [x] the matrix of the cross product with x, r the medium's density.
//
//   added mass  p = r m v, L = r J w:   torque L x w + p x v,  force p x w
//   Magnus      force c w x v
//   Kutta       force k sqrt(s / q) / |v| (s v - |v|^2 n)      with n_i = a_i v_i, s = n . v, q = n . n
//   drag        force -v (linear + r |v| (slender Amax + (blunt - slender) A)),  A = pi sqrt(q / s)
//   turning     torque -w (linear + r |mu|),  mu_i = c_i w_i
// where a_i is the square of the product of the other two semiaxes.
#include <algorithm>
#include <cmath>

#include "dynamics/derivative/derivative.h"
#include "dynamics/jacobian.h"
#include "dynamics/passive/fluid_shape.h"
#include "dynamics/passive/passive.h"
#include "math/spatial.h"
#include "model/workspace.h"

namespace corten {

namespace {

Vec3 scaled(const Vec3& a, const Vec3& b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }

SpatialMatrix box_derivative(const Model& m, int body, const Spatial& velocity) {
  const Vec3 box = inertia_box(m, body);
  const double diameter = (box.x + box.y + box.z) / 3;
  const double viscosity = std::max(0.0, m.opt.viscosity), density = std::max(0.0, m.opt.density);
  SpatialMatrix b;
  for (int i = 0; i < 3; ++i) {
    const double bj = box[(i + 1) % 3], bk = box[(i + 2) % 3];
    b.rot_rot(i, i) = -M_PI * diameter * diameter * diameter * viscosity -
                      density * box[i] * (pow4(bj) + pow4(bk)) * std::abs(velocity.rot[i]) / 32;
    b.lin_lin(i, i) = -3 * M_PI * diameter * viscosity - density * bj * bk * std::abs(velocity.lin[i]);
  }
  return b;
}

// Sums over the silhouette of the ellipsoid seen along v.
struct Projection {
  Projection(const Vec3& a, const Vec3& v)
      : normal(scaled(a, v)), squared(scaled(a, normal)), s(dot(normal, v)), q(dot(normal, normal)), vv(dot(v, v)) {}
  Vec3 normal, squared;  // n, and a_i n_i: half the gradients of s and q
  double s, q, vv;
};

// MuJoCo: the guards against small denominators are part of the result, since the denominators
// are small for small shapes.
Mat3 kutta_derivative(double coefficient, const Vec3& a, const Vec3& v) {
  const Projection p(a, v);
  const double scale = M_PI * coefficient / std::max(kMinVal, std::sqrt(p.q * p.s * p.vv));
  const Vec3 lift = v * p.s - p.normal * p.vv;
  const Vec3 gradient = p.normal - p.squared * (p.s / std::max(kMinVal, p.q)) - v * (p.s / std::max(kMinVal, p.vv));
  const Mat3 own = (outer(v, p.normal) - outer(p.normal, v)) * 2 + diagonal(Vec3{p.s, p.s, p.s} - a * p.vv);
  return (own * p.s + outer(lift, gradient)) * scale;
}

Mat3 drag_derivative(const Model& m, const EllipsoidFluid& fluid, const EllipsoidShape& shape, const Vec3& v) {
  const Projection p(shape.squared_face, v);
  const double area = M_PI * std::sqrt(p.q / std::max(kMinVal, p.s));
  const Vec3 area_gradient =
      (p.squared * p.s - p.normal * p.q) * (M_PI / std::max(kMinVal, std::sqrt(p.s * p.s * p.s * p.q)));
  const double speed = std::sqrt(p.vv), linear = m.opt.viscosity * 3 * M_PI * shape.diameter;
  const double quadratic = m.opt.density *
                           (area * fluid.blunt_drag + fluid.slender_drag * (shape.largest_area - area)) /
                           std::max(kMinVal, speed);
  const Vec3 gradient =
      v * quadratic + area_gradient * (m.opt.density * speed * (fluid.blunt_drag - fluid.slender_drag));
  return identity3() * -(linear + quadratic * p.vv) - outer(v, gradient);
}

Mat3 turning_derivative(const Model& m, const EllipsoidFluid& fluid, const EllipsoidShape& shape, const Vec3& w) {
  const Vec3 resistance = shape.turning_resistance(fluid);
  const Vec3 moment = scaled(resistance, w);
  const double linear = m.opt.viscosity * M_PI * shape.diameter * shape.diameter * shape.diameter;
  const Vec3 gradient = scaled(resistance, moment) * (m.opt.density / std::max(kMinVal, norm(moment)));
  return identity3() * -(linear + dot(w, gradient)) - outer(w, gradient);
}

SpatialMatrix ellipsoid_derivative(const Model& m, int geom, const Spatial& velocity) {
  const EllipsoidFluid fluid(m.geom_fluid[geom]);
  const EllipsoidShape shape(semiaxes(m.geom_type[geom], m.geom_size[geom]));
  const Vec3 &v = velocity.lin, &w = velocity.rot;
  const double density = m.opt.density, magnus = fluid.magnus_lift * density * shape.volume;
  const Mat3 mass = diagonal(fluid.virtual_mass * density), inertia = diagonal(fluid.virtual_inertia * density);
  const Mat3 momentum = skew(mass * v);
  SpatialMatrix b;
  b.rot_rot = skew(inertia * w) - skew(w) * inertia + turning_derivative(m, fluid, shape, w);
  b.rot_lin = momentum - skew(v) * mass;
  b.lin_rot = momentum - skew(v) * magnus;
  b.lin_lin = skew(w) * magnus - skew(w) * mass + kutta_derivative(fluid.kutta_lift * density, shape.squared_face, v) +
              drag_derivative(m, fluid, shape, v);
  return b;
}

SpatialMatrix symmetric_part(const SpatialMatrix& b) {
  SpatialMatrix s;
  s.rot_rot = (b.rot_rot + transpose(b.rot_rot)) * 0.5;
  s.lin_lin = (b.lin_lin + transpose(b.lin_lin)) * 0.5;
  s.lin_rot = (b.lin_rot + transpose(b.rot_lin)) * 0.5;
  s.rot_lin = transpose(s.lin_rot);
  return s;
}

// From velocity and wrench in a local frame with axes R to those about a point from which the frame is
// `offset` away, in world axes.
SpatialMatrix moved(const SpatialMatrix& local, const Mat3& axes, const Vec3& offset) {
  const auto turned = [&](const Mat3& x) { return axes * x * transpose(axes); };
  const Mat3 arm = skew(offset);
  SpatialMatrix b;
  b.lin_lin = turned(local.lin_lin);
  b.lin_rot = turned(local.lin_rot) - b.lin_lin * arm;
  const Mat3 rot_lin = turned(local.rot_lin);
  b.rot_lin = rot_lin + arm * b.lin_lin;
  b.rot_rot = turned(local.rot_rot) - rot_lin * arm + arm * b.lin_rot;
  return b;
}

}  // namespace

void compute_fluid_matrices(const Model& m, Data& d) {
  std::fill(work(d).scratch_body_matrix.begin(), work(d).scratch_body_matrix.end(), SpatialMatrix{});
  for_each_fluid_shape(
      m,
      [&](int b) {
        const Spatial velocity = velocity_in_medium(m, d, b, d.xipos[b], d.ximat[b]);
        work(d).scratch_body_matrix[b] +=
            moved(box_derivative(m, b, velocity), d.ximat[b], com_offset(m, d, b, d.xipos[b]));
      },
      [&](int b, int g) {
        const Vec3& pos = d.geom_xpos[g];
        SpatialMatrix local = ellipsoid_derivative(m, g, velocity_in_medium(m, d, b, pos, d.geom_xmat[g]));
        // the symmetric solver of implicitfast
        const bool symmetric = m.opt.integrator == Integrator::kImplicitFast && !is_standalone_free_body(m, b);
        if (symmetric) local = symmetric_part(local);
        work(d).scratch_body_matrix[b] += moved(local, d.geom_xmat[g], com_offset(m, d, b, pos));
      });
}

void add_fluid_derivative(const Model& m, Data& d) {
  if (!has_fluid(m)) return;
  compute_fluid_matrices(m, d);
  for (int t = 0; t < m.ntree; ++t) add_body_matrices(m, d, t, d.qDeriv);
}

}  // namespace corten
