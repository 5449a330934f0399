// Shapes and coefficients that the fluid forces and their derivatives share; see fluid.cc.
#pragma once

#include <algorithm>
#include <cmath>

#include "corten/data.h"
#include "corten/model.h"
#include "dynamics/smooth.h"
#include "math/vec3.h"

namespace corten {

inline double square(double x) { return x * x; }
inline double pow4(double x) { return square(square(x)); }

// Velocity of a frame of a body relative to the medium, in the axes of the frame.
inline Spatial velocity_in_medium(const Model& m, const Data& d, int body, const Vec3& pos, const Mat3& mat) {
  const Spatial velocity = velocity_at(m, d, body, pos);
  return {mul_transposed(mat, velocity.rot), mul_transposed(mat, velocity.lin) - mul_transposed(mat, m.opt.wind)};
}

// The box with the inertia of the body: full sizes.
inline Vec3 inertia_box(const Model& m, int body) {
  const Vec3& inertia = m.body_inertia[body];
  Vec3 box;
  for (int i = 0; i < 3; ++i) {
    const double doubled = inertia[(i + 1) % 3] + inertia[(i + 2) % 3] - inertia[i];
    box[i] = std::sqrt(std::max(kMinVal, doubled) / m.body_mass[body] * 6);
  }
  return box;
}

inline Vec3 semiaxes(GeomType type, const Vec3& size) {
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

// What follows from the semiaxes alone.
struct EllipsoidShape {
  explicit EllipsoidShape(const Vec3& s) : size(s) {
    const double longest = std::max({s.x, s.y, s.z}), shortest = std::min({s.x, s.y, s.z});
    const double middle = s.x + s.y + s.z - longest - shortest;
    volume = 4.0 / 3 * M_PI * s.x * s.y * s.z;
    diameter = 2.0 / 3 * (s.x + s.y + s.z);
    largest_area = M_PI * longest * middle;
    largest_moment = 8.0 / 15 * M_PI * middle * pow4(longest);
    for (int i = 0; i < 3; ++i) {
      moment[i] = 8.0 / 15 * M_PI * s[i] * pow4(std::max(s[(i + 1) % 3], s[(i + 2) % 3]));
      squared_face[i] = square(s[(i + 1) % 3] * s[(i + 2) % 3]);
    }
  }

  // Coefficients of the quadratic resistance to turning about each axis.
  Vec3 turning_resistance(const EllipsoidFluid& fluid) const {
    Vec3 r;
    for (int i = 0; i < 3; ++i) {
      r[i] = fluid.angular_drag * moment[i] + fluid.slender_drag * (largest_moment - moment[i]);
    }
    return r;
  }

  Vec3 size;
  double volume, diameter, largest_area, largest_moment;
  Vec3 moment, squared_face;
};

// Calls box(body) or ellipsoid(body, geom) for every body and geom that the medium acts on.
template <class Box, class Ellipsoid>
void for_each_fluid_shape(const Model& m, Box&& box, Ellipsoid&& ellipsoid) {
  if (!(m.opt.viscosity > 0) && !(m.opt.density > 0)) return;
  for (int b = 1; b < m.nbody; ++b) {
    if (m.body_mass[b] < kMinVal || m.B_rownnz[b] == 0) continue;
    bool has_ellipsoid = false;
    for (int g = m.body_geomadr[b], end = g + m.body_geomnum[b]; g < end; ++g) {
      if (m.geom_fluid[g][0] == 0) continue;
      has_ellipsoid = true;
      ellipsoid(b, g);
    }
    if (!has_ellipsoid) box(b);
  }
}

}  // namespace corten
