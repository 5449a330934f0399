// A shape is placed by its centre and orientation, or by the end points a, b of its long axis (z): then its centre is
// (a + b) / 2, its z axis points from b to a, and its half length is |a - b| / 2.
#include <fmt/format.h>

#include "compile/tree/tree.h"
#include "spec/orientation.h"

namespace corten {

namespace {

constexpr double kShortest = 1e-14;

// Number of sizes that describe a shape; 0 if another asset does.
int size_count(GeomType type) {
  switch (type) {
    case GeomType::kSphere:
      return 1;
    case GeomType::kCapsule:
    case GeomType::kCylinder:
      return 2;
    case GeomType::kEllipsoid:
    case GeomType::kBox:
      return 3;
    default:
      return 0;
  }
}

ResolvedShape from_end_points(Context& context, const Element& element, std::string_view tag, GeomType type,
                              const Vec3& size, const Vec<6>& fromto) {
  const Vec3 a{fromto[0], fromto[1], fromto[2]}, b{fromto[3], fromto[4], fromto[5]};
  Vec3 z = a - b;
  const double half = norm(z) / 2;
  if (!(half >= kShortest) || !unit_vector(z)) {
    context.error(element, tag, "the two points of fromto coincide");
    return {{}, {1, 1, 1}};
  }
  ResolvedShape shape{{(a + b) * 0.5, rotation_to_z(z)}, size};
  if (type == GeomType::kEllipsoid || type == GeomType::kBox) {
    shape.size = {size.x, size.x, half};
  } else {
    shape.size.y = half;
  }
  return shape;
}

}  // namespace

namespace {

// What the sizes of a shape are.
std::string size_meaning(GeomType type) {
  switch (type) {
    case GeomType::kSphere:
      return "a sphere needs its radius";
    case GeomType::kCapsule:
    case GeomType::kCylinder:
      return "this type needs radius and half length, or the radius and fromto";
    default:
      return "this type needs 3 positive values, its half sizes along x, y and z";
  }
}

}  // namespace

ResolvedShape resolve_shape(Context& context, const Element& element, std::string_view tag, GeomType type,
                            const Vec3& pos, const Orientation& orientation, const Vec3& size,
                            const std::optional<Vec<6>>& fromto) {
  if (!fromto) {
    ResolvedShape shape{{pos, {}}, size};
    if (!resolve_orientation(orientation, context.compiler_of(element), shape.pose.quat)) {
      context.error(element, tag, "invalid orientation", "its vectors must not be zero or parallel");
    }
    return shape;
  }
  if (type != GeomType::kCapsule && type != GeomType::kCylinder && type != GeomType::kEllipsoid &&
      type != GeomType::kBox) {
    context.error(element, tag, "fromto needs another type", "capsule, cylinder, ellipsoid or box");
    return {{}, {1, 1, 1}};  // sizes that say nothing more
  }
  if (pos.x != 0 || pos.y != 0 || pos.z != 0) {
    context.error(element, tag, "pos and fromto exclude each other");
  }
  return from_end_points(context, element, tag, type, size, *fromto);
}

void check_size(Context& context, const Element& element, std::string_view tag, GeomType type, const Vec3& size) {
  if (type == GeomType::kPlane && !(size.z > 0)) {
    context.error(element, tag, "size: the third value of a plane must be positive",
                  "it is the spacing of the grid; 0 for the first two means infinite");
  }
  for (int i = 0; i < size_count(type); ++i) {
    if (size[i] > 0) continue;
    const std::string what =
        size == Vec3{} ? "size is missing" : fmt::format("size: value {} is {}, it must be positive", i + 1, size[i]);
    return context.error(element, tag, what, size_meaning(type));
  }
}

void check_material(Context& context, const Element& element, std::string_view tag, const std::string& material) {
  if (material.empty() || context.spec().compilers[0].discardvisual) return;
  context.require(Object::kMaterial, material, element, tag, "material");
}

}  // namespace corten
