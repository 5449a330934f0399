// Forces of a still or flowing medium of density rho and viscosity beta, by one of two models per body. v and w are the
// velocity relative to the medium and the angular velocity, in local axes.
//
// Box: the body is the box b with the same inertia; d = its mean size.
//   force_i   = -3 pi d beta v_i - rho b_j b_k |v_i| v_i / 2
//   torque_i  = -pi d^3 beta w_i - rho b_i (b_j^4 + b_k^4) |w_i| w_i / 64
// Ellipsoid: each geom of the body that asks for it is an ellipsoid with added mass, drag, and lift from spin (Magnus)
// and from angle of attack (Kutta). A body with such a geom has no box.
#include "dynamics/fluid.h"

#include <algorithm>
#include <cmath>

#include "dynamics/jacobian.h"
#include "dynamics/velocity.h"
#include "math/vec3.h"

namespace corten {

namespace {

struct Wrench {
  Vec3 force, torque;
};

double square(double x) { return x * x; }
double pow4(double x) { return square(square(x)); }

// Applies a model to a frame of a body: velocity in local axes in, wrench in local axes out.
template <class Force>
void apply(const Model& m, Data& d, int body, const Vec3& pos, const Mat3& mat, Force&& wrench_of) {
  const Spatial velocity = velocity_at(m, d, body, pos);
  const Wrench local = wrench_of(
      Spatial{mul_transposed(mat, velocity.rot), mul_transposed(mat, velocity.lin) - mul_transposed(mat, m.opt.wind)});
  apply_wrench(m, d, mat * local.force, mat * local.torque, pos, body, d.qfrc_fluid);
}

Wrench box_wrench(const Model& m, int body, const Spatial& velocity) {
  const Vec3& inertia = m.body_inertia[body];
  Vec3 box;
  for (int i = 0; i < 3; ++i) {
    const double doubled = inertia[(i + 1) % 3] + inertia[(i + 2) % 3] - inertia[i];
    box[i] = std::sqrt(std::max(kMinVal, doubled) / m.body_mass[body] * 6);
  }
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

Vec3 semiaxes(GeomType type, const Vec3& size) {
  switch (type) {
    case GeomType::kSphere:
      return {size.x, size.x, size.x};
    case GeomType::kCapsule:
      return {size.x, size.x, size.x + size.y};
    case GeomType::kCylinder:
      return {size.x, size.x, size.y};
    default:
      return size;
  }
}

// The coefficients in geom_fluid.
struct EllipsoidFluid {
  explicit EllipsoidFluid(const Vec<12>& c)
      : interaction(c[0]),
        blunt_drag(c[1]),
        slender_drag(c[2]),
        angular_drag(c[3]),
        kutta_lift(c[4]),
        magnus_lift(c[5]),
        virtual_mass{c[6], c[7], c[8]},
        virtual_inertia{c[9], c[10], c[11]} {}
  double interaction, blunt_drag, slender_drag, angular_drag, kutta_lift, magnus_lift;
  Vec3 virtual_mass, virtual_inertia;
};

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
  const double volume = 4.0 / 3 * M_PI * size.x * size.y * size.z;
  const double longest = std::max({size.x, size.y, size.z}), shortest = std::min({size.x, size.y, size.z});
  const double middle = size.x + size.y + size.z - longest - shortest;

  const Vec3 magnus = cross(w, v) * (fluid.magnus_lift * density * volume);
  const Silhouette seen = silhouette(size, v);
  const Vec3 circulation = cross(seen.normal, v) * (fluid.kutta_lift * density * seen.cosine * seen.area);
  const Vec3 kutta = cross(circulation, v);

  // Stokes drag of the sphere with the mean diameter, and quadratic drag
  const double diameter = 2.0 / 3 * (size.x + size.y + size.z);
  const double hidden_area = M_PI * longest * middle - seen.area;
  const double drag = viscosity * 3 * M_PI * diameter +
                      density * norm(v) * (seen.area * fluid.blunt_drag + fluid.slender_drag * hidden_area);
  const double largest_moment = 8.0 / 15 * M_PI * middle * pow4(longest);
  Vec3 moment;
  for (int i = 0; i < 3; ++i) {
    const double own = 8.0 / 15 * M_PI * size[i] * pow4(std::max(size[(i + 1) % 3], size[(i + 2) % 3]));
    moment[i] = w[i] * (fluid.angular_drag * own + fluid.slender_drag * (largest_moment - own));
  }
  const double angular_drag = viscosity * M_PI * diameter * diameter * diameter + density * norm(moment);
  return {magnus + kutta - v * drag, w * -angular_drag};
}

Wrench ellipsoid_wrench(const Model& m, int geom, const Spatial& velocity) {
  const EllipsoidFluid fluid(m.geom_fluid[geom]);
  const Wrench inertial = added_mass(fluid, m.opt.density, velocity);
  const Wrench flow = lift_and_drag(m, fluid, semiaxes(m.geom_type[geom], m.geom_size[geom]), velocity);
  return {(inertial.force + flow.force) * fluid.interaction, (inertial.torque + flow.torque) * fluid.interaction};
}

}  // namespace

void compute_fluid(const Model& m, Data& d) {
  if (m.opt.viscosity == 0 && m.opt.density == 0) return;
  for (int b = 1; b < m.nbody; ++b) {
    if (m.body_mass[b] < kMinVal || body_dofs(m, b).empty()) continue;
    bool has_ellipsoid = false;
    for (int g = m.body_geomadr[b], end = g + m.body_geomnum[b]; g < end; ++g) {
      if (m.geom_fluid[g][0] == 0) continue;
      has_ellipsoid = true;
      apply(m, d, b, d.geom_xpos[g], d.geom_xmat[g], [&](const Spatial& v) { return ellipsoid_wrench(m, g, v); });
    }
    if (has_ellipsoid) continue;
    apply(m, d, b, d.xipos[b], d.ximat[b], [&](const Spatial& v) { return box_wrench(m, b, v); });
  }
}

}  // namespace corten
