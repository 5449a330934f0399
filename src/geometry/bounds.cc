// How far a geom reaches: axis-aligned boxes and bounding spheres in the geom's own frame.
#include "geometry/bounds.h"

#include <algorithm>
#include <cmath>

#include "math/vec3.h"

namespace corten {

namespace {
constexpr double kUnbounded = 1e10;  // MuJoCo: a plane's box is a half space of this size
}

Aabb to_aabb(const Box& box) { return {(box.max + box.min) * 0.5, (box.max - box.min) * 0.5}; }

Vec3 reach(const Box& box) {
  return {std::max(std::abs(box.min.x), std::abs(box.max.x)), std::max(std::abs(box.min.y), std::abs(box.max.y)),
          std::max(std::abs(box.min.z), std::abs(box.max.z))};
}

Aabb geom_aabb(GeomType type, const Vec3& size) {
  switch (type) {
    case GeomType::kPlane:
      return to_aabb({{-kUnbounded, -kUnbounded, -kUnbounded}, {kUnbounded, kUnbounded, 0}});
    case GeomType::kSphere:
      return {{}, {size.x, size.x, size.x}};
    case GeomType::kCapsule:
      return {{}, {size.x, size.x, size.x + size.y}};
    case GeomType::kCylinder:
      return {{}, {size.x, size.x, size.y}};
    case GeomType::kEllipsoid:
    case GeomType::kBox:
      return {{}, size};
    default:
      return {};
  }
}

double geom_rbound(GeomType type, const Vec3& size) {
  switch (type) {
    case GeomType::kSphere:
      return size.x;
    case GeomType::kCapsule:
      return size.x + size.y;
    case GeomType::kCylinder:
      return std::sqrt(size.x * size.x + size.y * size.y);
    case GeomType::kEllipsoid:
      return std::max({size.x, size.y, size.z});
    case GeomType::kBox:
      return norm(size);
    default:
      return 0;
  }
}

double mesh_rbound(const Box& box) { return norm(reach(box)); }

Aabb hfield_aabb(const Vec<4>& size) { return to_aabb({{-size[0], -size[1], -size[3]}, {size[0], size[1], size[2]}}); }

double hfield_rbound(const Vec<4>& size) { return norm({size[0], size[1], std::max(size[2], size[3])}); }

Vec3 hfield_geom_size(const Vec<4>& size) { return {size[0], size[1], 0.25 * size[2] + 0.5 * size[3]}; }

}  // namespace corten
