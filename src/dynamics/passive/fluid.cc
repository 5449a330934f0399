// Forces of a still or flowing medium of density rho and viscosity beta, by one of two models per body. v and w are the
// velocity relative to the medium and the angular velocity, in local axes.
//
// Box: the body is the box b with the same inertia; d = its mean size.
//   force_i   = -3 pi d beta v_i - rho b_j b_k |v_i| v_i / 2
//   torque_i  = -pi d^3 beta w_i - rho b_i (b_j^4 + b_k^4) |w_i| w_i / 64
// Ellipsoid: each geom of the body that asks for it is an ellipsoid with added mass, drag, and lift from spin (Magnus)
// and from angle of attack (Kutta). A body with such a geom has no box.
#include <algorithm>
#include <cmath>

#include "dynamics/jacobian.h"
#include "dynamics/passive/fluid_shape.h"
#include "dynamics/passive/passive.h"
#include "math/spatial.h"

namespace corten {

namespace {

struct Wrench {
  Vec3 force, torque;
};

Wrench box_wrench(const Model& m, int body, const Spatial& velocity) {
  const Vec3 box = inertia_box(m, body);
  const double diameter = (box.x + box.y + box.z) / 3;

  Wrench w;
  if (m.opt.viscosity > 0) {
    w.force = velocity.lin * (-3 * M_PI * diameter * m.opt.viscosity);
    w.torque = velocity.rot * (-M_PI * diameter * diameter * diameter * m.opt.viscosity);
  }
  if (m.opt.density > 0) {
    for (int i = 0; i < 3; ++i) {
      const double bj = box[(i + 1) % 3], bk = box[(i + 2) % 3], v = velocity.lin[i], r = velocity.rot[i];
      w.force[i] -= 0.5 * m.opt.density * bj * bk * std::abs(v) * v;
      w.torque[i] -= m.opt.density * box[i] * (pow4(bj) + pow4(bk)) * std::abs(r) * r / 64;
    }
  }
  return w;
}

// The medium that moves along, without its acceleration.
Wrench added_mass(const EllipsoidFluid& fluid, double density, const Spatial& velocity) {
  Vec3 momentum, angular_momentum;
  for (int i = 0; i < 3; ++i) {
    momentum[i] = density * fluid.virtual_mass[i] * velocity.lin[i];
    angular_momentum[i] = density * fluid.virtual_inertia[i] * velocity.rot[i];
  }
  return {cross(momentum, velocity.rot), cross(momentum, velocity.lin) + cross(angular_momentum, velocity.rot)};
}

// Area and normal of the silhouette seen along the motion.
struct Silhouette {
  double area = 0, cosine = 0;  // cosine between motion and normal, divided by the length of the normal
  Vec3 normal;
};

Silhouette silhouette(const Vec3& size, const Vec3& v) {
  Silhouette s;
  double longways = 0, across = 0;
  for (int i = 0; i < 3; ++i) {
    const double face = size[(i + 1) % 3] * size[(i + 2) % 3];
    longways += pow4(face) * square(v[i]);
    across += square(face * v[i]);
    s.normal[i] = square(face) * v[i];
  }
  s.area = M_PI * std::sqrt(longways / std::max(kMinVal, across));
  s.cosine = across / std::max(kMinVal, norm(v) * longways);
  return s;
}

Wrench lift_and_drag(const Model& m, const EllipsoidFluid& fluid, const Vec3& size, const Spatial& velocity) {
  const Vec3 &v = velocity.lin, &w = velocity.rot;
  const double density = m.opt.density, viscosity = m.opt.viscosity;
  const EllipsoidShape shape(size);

  const Vec3 magnus = cross(w, v) * (fluid.magnus_lift * density * shape.volume);
  const Silhouette seen = silhouette(size, v);
  const Vec3 circulation = cross(seen.normal, v) * (fluid.kutta_lift * density * seen.cosine * seen.area);
  const Vec3 kutta = cross(circulation, v);

  // Stokes drag of the sphere with the mean diameter, and quadratic drag
  const double hidden_area = shape.largest_area - seen.area;
  const double drag = viscosity * 3 * M_PI * shape.diameter +
                      density * norm(v) * (seen.area * fluid.blunt_drag + fluid.slender_drag * hidden_area);
  const Vec3 resistance = shape.turning_resistance(fluid);
  const Vec3 moment{w.x * resistance.x, w.y * resistance.y, w.z * resistance.z};
  const double angular_drag =
      viscosity * M_PI * shape.diameter * shape.diameter * shape.diameter + density * norm(moment);
  return {magnus + kutta - v * drag, w * -angular_drag};
}

Wrench ellipsoid_wrench(const Model& m, int geom, const Spatial& velocity) {
  const EllipsoidFluid fluid(m.geom_fluid[geom]);
  const Wrench inertial = added_mass(fluid, m.opt.density, velocity);
  const Wrench flow = lift_and_drag(m, fluid, semiaxes(m.geom_type[geom], m.geom_size[geom]), velocity);
  return {(inertial.force + flow.force) * fluid.interaction, (inertial.torque + flow.torque) * fluid.interaction};
}

// Calls visit(body, wrench, point) for every force of the medium, in world axes.
template <class Visit>
void for_each_fluid_wrench(const Model& m, const Data& d, Visit&& visit) {
  const auto turned = [](const Mat3& mat, const Wrench& w) { return Wrench{mat * w.force, mat * w.torque}; };
  for_each_fluid_shape(
      m,
      [&](int body) {
        const Vec3& pos = d.xipos[body];
        const Mat3& mat = d.ximat[body];
        visit(body, turned(mat, box_wrench(m, body, velocity_in_medium(m, d, body, pos, mat))), pos);
      },
      [&](int body, int g) {
        const Vec3& pos = d.geom_xpos[g];
        const Mat3& mat = d.geom_xmat[g];
        visit(body, turned(mat, ellipsoid_wrench(m, g, velocity_in_medium(m, d, body, pos, mat))), pos);
      });
}

}  // namespace

void compute_fluid(const Model& m, Data& d) {
  for_each_fluid_wrench(m, d, [&](int body, const Wrench& w, const Vec3& point) {
    apply_wrench(m, d, w.force, w.torque, point, body, d.qfrc_fluid);
  });
}

void subtract_fluid_wrenches(const Model& m, const Data& d, std::span<Spatial> wrenches) {
  for_each_fluid_wrench(m, d, [&](int body, const Wrench& w, const Vec3& point) {
    const Vec3 arm = com_offset(m, d, body, point);
    wrenches[body] -= Spatial{w.torque + cross(arm, w.force), w.force};
  });
}

}  // namespace corten
