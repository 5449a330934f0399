// Signed distances of points from simple shapes. Exact for planes, spheres, capsules and cylinders, and outside of
// boxes; first order for ellipsoids; inside a box the distance is measured along a field of directions that turns from
// radial in the middle to normal at the faces, and so is smooth across the diagonals.
#include "sensor/signed_distance.h"

#include <algorithm>
#include <cmath>

#include "math/vec3.h"

namespace corten {

namespace {

double box_distance(const Vec3& size, const Vec3& p) {
  const Vec3 a{std::abs(p.x) - size.x, std::abs(p.y) - size.y, std::abs(p.z) - size.z};
  if (a.x >= 0 || a.y >= 0 || a.z >= 0) {
    return norm({std::max(a.x, 0.0), std::max(a.y, 0.0), std::max(a.z, 0.0)});
  }
  Vec3 field{-size.x / a.x, -size.y / a.y, -size.z / a.z};
  normalize(field);
  return -std::min({-a.x / field.x, -a.y / field.y, -a.z / field.z}) * norm(field);
}

double ellipsoid_distance(const Vec3& size, const Vec3& p) {
  const Vec3 a{p.x / size.x, p.y / size.y, p.z / size.z};
  const double k0 = norm(a), k1 = norm({a.x / size.x, a.y / size.y, a.z / size.z});
  return k0 * (k0 - 1) / k1;
}

double cylinder_distance(double radius, double half, const Vec3& p) {
  const double side = std::sqrt(p.x * p.x + p.y * p.y) - radius, end = std::abs(p.z) - half;
  const double out_side = std::max(side, 0.0), out_end = std::max(end, 0.0);
  return std::min(std::max(side, end), 0.0) + std::sqrt(out_side * out_side + out_end * out_end);
}

}  // namespace

double signed_distance(GeomType type, const Vec3& size, const Vec3& p) {
  switch (type) {
    case GeomType::kPlane:
      return p.z;
    case GeomType::kSphere:
      return norm(p) - size.x;
    case GeomType::kCapsule:
      return norm({p.x, p.y, p.z - std::clamp(p.z, -size.y, size.y)}) - size.x;
    case GeomType::kEllipsoid:
      return ellipsoid_distance(size, p);
    case GeomType::kCylinder:
      return cylinder_distance(size.x, size.y, p);
    case GeomType::kBox:
      return box_distance(size, p);
    default:
      return 0;
  }
}

}  // namespace corten
