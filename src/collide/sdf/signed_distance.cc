// Signed distances of points from simple shapes. Exact for planes, spheres, capsules and cylinders, and outside of
// boxes; first order for ellipsoids; inside a box the distance is measured along a field of directions that turns from
// radial in the middle to normal at the faces, and so is smooth across the diagonals.
#include <algorithm>
#include <cmath>

#include "collide/sdf/sdf.h"
#include "corten/sdf.h"
#include "math/vec3.h"

namespace corten {

namespace {

constexpr double kTiny = 1e-10;  // divisors are at least this large

// How far a point is beyond the faces of a box.
Vec3 beyond_faces(const Vec3& size, const Vec3& p) {
  return {std::abs(p.x) - size.x, std::abs(p.y) - size.y, std::abs(p.z) - size.z};
}

Vec3 positive_part(const Vec3& a) { return {std::max(a.x, 0.0), std::max(a.y, 0.0), std::max(a.z, 0.0)}; }

// Direction of the field inside a box, in the octant of positive coordinates.
Vec3 inner_field(const Vec3& size, const Vec3& beyond) {
  Vec3 field{-size.x / beyond.x, -size.y / beyond.y, -size.z / beyond.z};
  normalize(field);
  return field;
}

double box_distance(const Vec3& size, const Vec3& p) {
  const Vec3 a = beyond_faces(size, p);
  if (a.x >= 0 || a.y >= 0 || a.z >= 0) return norm(positive_part(a));
  const Vec3 field = inner_field(size, a);
  return -std::min({-a.x / field.x, -a.y / field.y, -a.z / field.z}) * norm(field);
}

Vec3 box_gradient(const Vec3& size, const Vec3& p) {
  const Vec3 a = beyond_faces(size, p);
  if (std::max({a.x, a.y, a.z}) < 0) {
    Vec3 field = inner_field(size, a);
    for (int i = 0; i < 3; ++i) {
      if (p[i] < 0) field[i] = -field[i];
    }
    return field;
  }
  const Vec3 out = positive_part(a);
  const double length = norm(out);
  Vec3 gradient;
  for (int i = 0; i < 3; ++i) {
    if (a[i] > 0) gradient[i] = out[i] / length * p[i] / std::abs(p[i]);
  }
  return gradient;
}

// With k0 = |p / s| and k1 = |p / s^2|, the distance is k0 (k0 - 1) / k1.
double ellipsoid_distance(const Vec3& size, const Vec3& p) {
  const Vec3 a{p.x / size.x, p.y / size.y, p.z / size.z};
  const double k0 = norm(a), k1 = norm({a.x / size.x, a.y / size.y, a.z / size.z});
  return k0 * (k0 - 1) / k1;
}

Vec3 ellipsoid_gradient(const Vec3& size, const Vec3& p) {
  const Vec3 a{p.x / size.x, p.y / size.y, p.z / size.z};
  const Vec3 b{a.x / size.x, a.y / size.y, a.z / size.z};
  const double k0 = norm(a), k1 = norm(b), inv0 = 1 / k0, inv1 = 1 / k1;
  const double by_k0 = (2 * k0 - 1) * inv1, by_k1 = k0 * (k0 - 1) * inv1 * inv1;
  Vec3 gradient;
  for (int i = 0; i < 3; ++i) {
    gradient[i] = b[i] * inv0 * by_k0 - b[i] * inv1 / (size[i] * size[i]) * by_k1;
  }
  normalize(gradient);
  return gradient;
}

double cylinder_distance(double radius, double half, const Vec3& p) {
  const double side = std::sqrt(p.x * p.x + p.y * p.y) - radius, end = std::abs(p.z) - half;
  const double out_side = std::max(side, 0.0), out_end = std::max(end, 0.0);
  return std::min(std::max(side, end), 0.0) + std::sqrt(out_side * out_side + out_end * out_end);
}

Vec3 cylinder_gradient(double radius, double half, const Vec3& p) {
  const double r = std::sqrt(p.x * p.x + p.y * p.y), h = std::abs(p.z);
  const double side = r - radius, end = h - half;
  const Vec3 radial{p.x / std::max(r, kTiny), p.y / std::max(r, kTiny), 0};
  const double axial = p.z / std::max(h, kTiny);
  if (std::max(side, end) < 0) return side > end ? radial : Vec3{0, 0, axial};
  const double out_side = std::max(side, 0.0), out_end = std::max(end, 0.0);
  const double length = std::max(std::sqrt(out_side * out_side + out_end * out_end), kTiny);
  return {radial.x * out_side / length, radial.y * out_side / length, axial * out_end / length};
}

// The part of p outside of the capsule's axis.
Vec3 off_axis(const Vec3& size, const Vec3& p) { return {p.x, p.y, p.z - std::clamp(p.z, -size.y, size.y)}; }

}  // namespace

double signed_distance(GeomType type, const Vec3& size, const Vec3& p) {
  switch (type) {
    case GeomType::kPlane:
      return p.z;
    case GeomType::kSphere:
      return norm(p) - size.x;
    case GeomType::kCapsule:
      return norm(off_axis(size, p)) - size.x;
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

Vec3 primitive_gradient(GeomType type, const Vec3& size, const Vec3& p) {
  switch (type) {
    case GeomType::kPlane:
      return {0, 0, 1};
    case GeomType::kSphere:
      return p * (1 / norm(p));
    case GeomType::kCapsule: {
      const Vec3 off = off_axis(size, p);
      const double length = norm(off);
      return {off.x / length, off.y / length, off.z / length};
    }
    case GeomType::kEllipsoid:
      return ellipsoid_gradient(size, p);
    case GeomType::kCylinder:
      return cylinder_gradient(size.x, size.y, p);
    case GeomType::kBox:
      return box_gradient(size, p);
    default:
      return {};
  }
}

DistanceField distance_field(const Model& m, int geom) {
  const GeomType type = m.geom_type[geom];
  const int plugin = m.geom_plugin[geom];
  const bool is_shape = type == GeomType::kSdf && plugin >= 0 && plugin < std::ssize(m.sdf_shapes);
  return {m, geom, type, is_shape ? m.sdf_shapes[static_cast<std::size_t>(plugin)].get() : nullptr};
}

bool has_distance(const DistanceField& field) {
  if (field.shape) return true;
  if (field.type == GeomType::kHfield) return false;
  if (field.type != GeomType::kMesh && field.type != GeomType::kSdf) return true;
  return field.m.mesh_octadr[field.m.geom_dataid[field.geom]] >= 0;
}

double signed_distance(const DistanceField& field, const Vec3& point) {
  if (field.shape) return field.shape->distance(point);
  if (field.type == GeomType::kMesh || field.type == GeomType::kSdf) {
    return octree_distance(field.m, field.m.geom_dataid[field.geom], point);
  }
  return signed_distance(field.type, field.m.geom_size[field.geom], point);
}

DistanceAndGradient signed_gradient(const DistanceField& field, const Vec3& point) {
  if (field.shape) return {field.shape->distance(point), field.shape->gradient(point)};
  if (field.type == GeomType::kMesh || field.type == GeomType::kSdf) {
    return octree_gradient(field.m, field.m.geom_dataid[field.geom], point);
  }
  const Vec3& size = field.m.geom_size[field.geom];
  return {signed_distance(field.type, size, point), primitive_gradient(field.type, size, point)};
}

}  // namespace corten
