// Volume, surface area, mass and principal moments of inertia of primitive geoms.
//
// Symbols: m mass, r radius, h full height of a cylinder, V volume, A area. Composite shapes are split into parts whose
// masses are in the ratio of their volumes (solid) or areas (shell); each part is moved by the parallel axis theorem.
#include <cmath>
#include <numbers>

#include "geometry/mesh/inertia.h"
#include "math/vec3.h"

namespace corten {

namespace {

constexpr double kMinVolume = 1e-14;

// Moments of a solid with second moments m (a^2, b^2, c^2) / k about its three planes of symmetry.
Vec3 moments(double mass, const Vec3& s, double k) {
  const double xx = s.x * s.x, yy = s.y * s.y, zz = s.z * s.z;
  return {mass * (yy + zz) / k, mass * (xx + zz) / k, mass * (xx + yy) / k};
}

// Thomsen's approximation of the area of an ellipsoid, off by at most 1.061 %; MuJoCo uses it too.
double ellipsoid_area(const Vec3& s) {
  constexpr double p = 1.6075;
  const double sum = std::pow(s.x * s.y, p) + std::pow(s.y * s.z, p) + std::pow(s.z * s.x, p);
  return 4 * std::numbers::pi * std::pow(sum / 3, 1 / p);
}

double solid_volume(GeomType type, const Vec3& s) {
  switch (type) {
    case GeomType::kSphere:
      return 4 * std::numbers::pi * s.x * s.x * s.x / 3;
    case GeomType::kCapsule:
      return std::numbers::pi * (s.x * s.x * (2 * s.y) + 4 * s.x * s.x * s.x / 3);
    case GeomType::kCylinder:
      return std::numbers::pi * s.x * s.x * (2 * s.y);
    case GeomType::kEllipsoid:
      return 4 * std::numbers::pi * s.x * s.y * s.z / 3;
    case GeomType::kHfield:
    case GeomType::kBox:
      return s.x * s.y * s.z * 8;
    default:
      return 0;
  }
}

double shell_area(GeomType type, const Vec3& s) {
  switch (type) {
    case GeomType::kSphere:
      return 4 * std::numbers::pi * s.x * s.x;
    case GeomType::kCapsule:
      return 4 * std::numbers::pi * s.x * s.x + 2 * std::numbers::pi * s.x * (2 * s.y);
    case GeomType::kCylinder:
      return 2 * std::numbers::pi * s.x * s.x + 2 * std::numbers::pi * s.x * (2 * s.y);
    case GeomType::kEllipsoid:
      return ellipsoid_area(s);
    case GeomType::kHfield:
    case GeomType::kBox:
      return 8 * (s.x * s.y + s.y * s.z + s.z * s.x);
    default:
      return 0;
  }
}

// A cylinder and two half balls; the half balls' centres of mass are 3/8 r from their flat sides.
Vec3 solid_capsule(double r, double h, double m) {
  const double ball = m * 4 * r / (4 * r + 3 * h), tube = m - ball;
  const double ball_inertia = 2 * ball * r * r / 5;
  const double across = tube * (3 * r * r + h * h) / 12 + ball_inertia + ball * h * (3 * r + 2 * h) / 8;
  return {across, across, tube * r * r / 2 + ball_inertia};
}

// A tube and two half spheres, whose centres of mass are r/2 from their open sides.
Vec3 shell_capsule(double r, double h, double m) {
  const double sphere_area = 4 * std::numbers::pi * r * r, tube_area = 2 * std::numbers::pi * r * h;
  const double sphere = m * sphere_area / (sphere_area + tube_area), tube = m - sphere;
  const double sphere_inertia = 2 * sphere * r * r / 3;
  const double com = r / 2, position = h / 2 + com;
  const double across = tube * (6 * r * r + h * h) / 12 + sphere_inertia + sphere * (position * position - com * com);
  return {across, across, tube * r * r + sphere_inertia};
}

// A tube and two discs.
Vec3 shell_cylinder(double r, double h, double m) {
  const double disc_area = std::numbers::pi * r * r, tube_area = 2 * std::numbers::pi * r * h;
  const double disc = m * disc_area / (2 * disc_area + tube_area), tube = m - 2 * disc;
  const double across = tube * (6 * r * r + h * h) / 12 + 2 * (disc * r * r / 4 + disc * (h / 2) * (h / 2));
  return {across, across, tube * r * r + 2 * (disc * r * r / 2)};
}

// MuJoCo: the difference of two solid ellipsoids, the outer one larger by 1e-6. That layer is thicker at the tips than
// a shell of even thickness, and the subtraction costs digits, so the same order of operations is kept.
Vec3 shell_ellipsoid(const Vec3& s, double m) {
  constexpr double kThickness = 1e-6;
  const Vec3 outer = s + Vec3{kThickness, kThickness, kThickness};
  const double inner_volume = solid_volume(GeomType::kEllipsoid, s);
  const double outer_volume = solid_volume(GeomType::kEllipsoid, outer);
  const double density = m / (outer_volume - inner_volume);
  return moments(outer_volume * density, outer, 5) - moments(inner_volume * density, s, 5);
}

// Three pairs of rectangles. For the pair normal to axis i with mass n each: n half_i^2 about the two other axes, plus
// the rectangle's own moments.
Vec3 shell_box(const Vec3& s, double m) {
  const Vec3 side = s * 2;
  const Vec3 area{side.y * side.z, side.z * side.x, side.x * side.y};
  const double total = 2 * (area.z + area.x + area.y);
  Vec3 inertia;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const double mass = m * area[i] / total;
    inertia[i] += 2 * mass * (side[j] * side[j] + side[k] * side[k]) / 12;
    inertia[j] += 2 * (mass * s[i] * s[i] + mass * side[k] * side[k] / 12);
    inertia[k] += 2 * (mass * s[i] * s[i] + mass * side[j] * side[j] / 12);
  }
  return inertia;
}

}  // namespace

double primitive_volume(GeomType type, const Vec3& size, bool shell) {
  return shell ? shell_area(type, size) : solid_volume(type, size);
}

Vec3 primitive_inertia(GeomType type, const Vec3& size, bool shell, double mass) {
  const double r = size.x, h = 2 * size.y;
  switch (type) {
    case GeomType::kSphere: {
      const double inertia = 2 * mass * r * r / (shell ? 3 : 5);
      return {inertia, inertia, inertia};
    }
    case GeomType::kCapsule:
      return shell ? shell_capsule(r, h, mass) : solid_capsule(r, h, mass);
    case GeomType::kCylinder: {
      if (shell) return shell_cylinder(r, h, mass);
      const double across = mass * (3 * r * r + h * h) / 12;
      return {across, across, mass * r * r / 2};
    }
    case GeomType::kEllipsoid:
      return shell ? shell_ellipsoid(size, mass) : moments(mass, size, 5);
    case GeomType::kHfield:
    case GeomType::kBox:
      return shell ? shell_box(size, mass) : moments(mass, size, 3);
    default:
      return {};
  }
}

double geom_mass(double volume, double density, const std::optional<double>& mass) {
  if (!mass) return density * volume;
  return volume > kMinVolume ? *mass : 0;
}

MassInertia primitive_mass_inertia(GeomType type, const Vec3& size, bool shell, double density,
                                   const std::optional<double>& mass) {
  const double m = geom_mass(primitive_volume(type, size, shell), density, mass);
  // A massless geom is left without inertia: the shell formulas divide by the area, which may be zero.
  if (m == 0) return {};
  return {m, primitive_inertia(type, size, shell, m)};
}

}  // namespace corten
