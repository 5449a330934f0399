// Whether a point lies strictly inside a site, shape by shape.
#include <algorithm>
#include <cmath>

#include "math/vec3.h"
#include "sensor/sensors.h"

namespace corten {

namespace {

double square(double x) { return x * x; }

}  // namespace

bool is_inside_site(const Model& m, const Data& d, int site, const Vec3& point) {
  const Vec3 p = mul_transposed(d.site_xmat[site], point - d.site_xpos[site]);
  const Vec3& size = m.site_size[site];
  const double radius2 = square(size.x);
  switch (m.site_type[site]) {
    case GeomType::kSphere:
      return dot(p, p) < radius2;
    case GeomType::kCapsule:
      return square(p.x) + square(p.y) + square(std::max(0.0, std::abs(p.z) - size.y)) < radius2;
    case GeomType::kEllipsoid:
      return square(p.x / size.x) + square(p.y / size.y) + square(p.z / size.z) < 1;
    case GeomType::kCylinder:
      return std::abs(p.z) < size.y && square(p.x) + square(p.y) < radius2;
    case GeomType::kBox:
      return std::abs(p.x) < size.x && std::abs(p.y) < size.y && std::abs(p.z) < size.z;
    default:  // a site has no other shape
      return false;
  }
}

}  // namespace corten
