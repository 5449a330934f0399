// Fitting a primitive to a mesh.
//
// Inertia box (a, b, c): half sizes of the solid box with the mesh's inertia; a <= b <= c, since the mesh frame has the
// largest moment first, so capsules and cylinders lie along z.
#include <algorithm>
#include <stdexcept>

#include "geometry/mesh/mesh.h"

namespace corten {

namespace {

void fit_to_inertia_box(GeomType type, const Vec3& box, Vec3& size) {
  switch (type) {
    case GeomType::kSphere:
      size.x = (box.x + box.y + box.z) / 3;
      return;
    case GeomType::kCapsule:
      size.x = (box.x + box.y) / 2;
      size.y = std::max(0.0, box.z - size.x / 2);  // the caps count half, as they hold less than a cylinder
      return;
    case GeomType::kCylinder:
      size.x = (box.x + box.y) / 2;
      size.y = box.z;
      return;
    case GeomType::kEllipsoid:
    case GeomType::kBox:
      size = box;
      return;
    default:
      throw std::runtime_error("this type of geom cannot be fitted to a mesh");
  }
}

void fit_to_aabb(GeomType type, const Vec3& half, Vec3& size) {
  switch (type) {
    case GeomType::kSphere:
      size.x = std::max({half.x, half.y, half.z});
      return;
    case GeomType::kCapsule:
      size.x = std::max(half.x, half.y);
      size.y = half.z - size.x;  // MuJoCo: negative for a flat mesh; the check of geom sizes then refuses it
      return;
    case GeomType::kCylinder:
      size.x = std::max(half.x, half.y);
      size.y = half.z;
      return;
    case GeomType::kEllipsoid:
    case GeomType::kBox:
      size = half;
      return;
    default:
      throw std::runtime_error("this type of geom cannot be fitted to a mesh");
  }
}

}  // namespace

FittedGeom fit_geom(const ProcessedMesh& mesh, GeomType type, const Vec3& size, bool fitaabb, double fitscale) {
  FittedGeom fitted{size, {mesh.pos, mesh.quat}};
  if (fitaabb) {
    const Aabb aabb = to_aabb(mesh.bounds);
    fit_to_aabb(type, mesh.bounds.max - aabb.center, fitted.size);
    fitted.pose.pos += rotate(mesh.quat, aabb.center);
  } else {
    fit_to_inertia_box(type, mesh.inertia_box, fitted.size);
  }
  fitted.size *= fitscale;
  return fitted;
}

}  // namespace corten
