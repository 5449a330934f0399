// Rays p + x v against planes, spheres, capsules, ellipsoids, cylinders and boxes.
//
// Round surfaces give a quadratic equation a x^2 + 2 b x + c = 0 with
//   sphere     a = v.v,  b = v.p,  c = p.p - r^2
//   cylinder   the same in the x-y plane
//   ellipsoid  the same with coordinates divided by the semi-axes, r = 1
// and flat ones a linear equation in one coordinate. A solution counts if the point lies within the piece of surface.
#include "collide/ray/shapes.h"

#include <cmath>

namespace corten {

namespace {

// Both roots, first <= second; -1 when there are none.
struct Roots {
  double first = -1, second = -1;

  double nearest() const { return first >= 0 ? first : second >= 0 ? second : -1; }
};

Roots solve_quadratic(double a, double b, double c) {
  const double discriminant = b * b - a * c;
  if (discriminant < 0 || a < kMinVal) return {};
  const double root = std::sqrt(discriminant);
  return {(-b - root) / a, (-b + root) / a};
}

Roots sphere_roots(double radius_squared, const Ray& ray) {
  return solve_quadratic(dot(ray.direction, ray.direction), dot(ray.direction, ray.from),
                         dot(ray.from, ray.from) - radius_squared);
}

// Whether nearest() of sphere_roots is -1, without a root.
bool misses_sphere(double radius_squared, const Ray& ray) {
  const double a = dot(ray.direction, ray.direction), b = dot(ray.direction, ray.from);
  const double c = dot(ray.from, ray.from) - radius_squared;
  return a < kMinVal || b * b < a * c || (b > 0 && c > 0);
}

// Infinite cylinder about the z axis.
Roots tube_roots(double radius, const Ray& ray) {
  const Vec3 &p = ray.from, &v = ray.direction;
  return solve_quadratic(v.x * v.x + v.y * v.y, v.x * p.x + v.y * p.y, p.x * p.x + p.y * p.y - radius * radius);
}

// Distance to the nearest piece of a surface found so far, and which piece it is.
struct NearestHit {
  double distance = -1;
  int piece = 0;

  void offer(double candidate, int from_piece) {
    if (distance >= 0 && candidate >= distance) return;
    distance = candidate;
    piece = from_piece;
  }
};

double ray_plane(const Vec3& size, const Ray& ray, Vec3* normal) {
  if (ray.direction.z > -kMinVal) return -1;  // planes have no back side
  const double x = -ray.from.z / ray.direction.z;
  if (x < 0) return -1;
  const Vec3 hit = point_at(ray, x);
  const bool inside = (size.x <= 0 || std::abs(hit.x) <= size.x) && (size.y <= 0 || std::abs(hit.y) <= size.y);
  if (!inside) return -1;
  if (normal) *normal = {0, 0, 1};
  return x;
}

double ray_sphere(double radius, const Ray& ray, Vec3* normal) {
  const double x = sphere_roots(radius * radius, ray).nearest();
  if (normal && x >= 0) {
    *normal = point_at(ray, x);
    normalize(*normal);
  }
  return x;
}

// Pieces: 0 tube, 1 upper and -1 lower half sphere.
double ray_capsule(double radius, double half, const Ray& ray, Vec3* normal) {
  NearestHit nearest;
  const double tube = tube_roots(radius, ray).nearest();
  if (tube >= 0 && std::abs(point_at(ray, tube).z) <= half) nearest.offer(tube, 0);
  for (const int end : {1, -1}) {
    const Ray from_end{{ray.from.x, ray.from.y, ray.from.z - end * half}, ray.direction};
    const Roots roots = sphere_roots(radius * radius, from_end);
    for (const double x : {roots.first, roots.second}) {
      if (x >= 0 && end * point_at(ray, x).z >= half) nearest.offer(x, end);
    }
  }
  if (normal && nearest.distance >= 0) {
    *normal = point_at(ray, nearest.distance);
    normal->z = nearest.piece == 0 ? 0 : normal->z - half * nearest.piece;
    normalize(*normal);
  }
  return nearest.distance;
}

double ray_ellipsoid(const Vec3& size, const Ray& ray, Vec3* normal) {
  const Vec3 weight{1 / (size.x * size.x), 1 / (size.y * size.y), 1 / (size.z * size.z)};
  const auto weighted = [&](const Vec3& a) { return Vec3{weight.x * a.x, weight.y * a.y, weight.z * a.z}; };
  const Vec3 direction = weighted(ray.direction);
  const double x =
      solve_quadratic(dot(direction, ray.direction), dot(direction, ray.from), dot(weighted(ray.from), ray.from) - 1)
          .nearest();
  if (normal && x >= 0) {
    *normal = weighted(point_at(ray, x));
    normalize(*normal);
  }
  return x;
}

// Pieces: 0 tube, 1 upper and -1 lower disc.
double ray_cylinder(double radius, double half, const Ray& ray, Vec3* normal) {
  NearestHit nearest;
  if (std::abs(ray.direction.z) > kMinVal) {
    for (const int end : {-1, 1}) {
      const double x = (end * half - ray.from.z) / ray.direction.z;
      if (x < 0) continue;
      const Vec3 hit = point_at(ray, x);
      if (hit.x * hit.x + hit.y * hit.y <= radius * radius) nearest.offer(x, end);
    }
  }
  const double tube = tube_roots(radius, ray).nearest();
  if (tube >= 0 && std::abs(point_at(ray, tube).z) <= half) nearest.offer(tube, 0);
  if (normal && nearest.distance >= 0) {
    if (nearest.piece == 0) {
      *normal = point_at(ray, nearest.distance);
      normal->z = 0;
      normalize(*normal);
    } else {
      *normal = {0, 0, static_cast<double>(nearest.piece)};
    }
  }
  return nearest.distance;
}

// Box about the origin that the ray is known to come near.
double ray_near_box(const Vec3& half, const Ray& ray, Vec3* normal, BoxFaces* faces) {
  NearestHit nearest;
  for (int axis = 0; axis < 3; ++axis) {
    if (std::abs(ray.direction[axis]) <= kMinVal) continue;
    const int u = axis == 0 ? 1 : 0, v = axis == 2 ? 1 : 2;
    for (const int side : {-1, 1}) {
      const double x = (side * half[axis] - ray.from[axis]) / ray.direction[axis];
      if (x < 0) continue;
      const Vec3 hit = point_at(ray, x);
      if (std::abs(hit[u]) > half[u] || std::abs(hit[v]) > half[v]) continue;
      const int face = 2 * axis + (side + 1) / 2;
      nearest.offer(x, face);
      if (faces) faces->distance[face] = x;
    }
  }
  if (normal && nearest.distance >= 0) {
    *normal = {};
    (*normal)[nearest.piece / 2] = nearest.piece % 2 ? 1 : -1;
  }
  return nearest.distance;
}

// Square of the radius of a sphere around the shape; 0: the shape is quickly decided without.
double bounding_radius_squared(GeomType type, const Vec3& size) {
  switch (type) {
    case GeomType::kCapsule:
      return (size.x + size.y) * (size.x + size.y);
    case GeomType::kCylinder:
      return size.x * size.x + size.y * size.y;
    case GeomType::kBox:
      return dot(size, size);
    default:
      return 0;
  }
}

double ray_local(GeomType type, const Vec3& size, const Ray& ray, Vec3* normal) {
  switch (type) {
    case GeomType::kPlane:
      return ray_plane(size, ray, normal);
    case GeomType::kSphere:
      return ray_sphere(size.x, ray, normal);
    case GeomType::kCapsule:
      return ray_capsule(size.x, size.y, ray, normal);
    case GeomType::kEllipsoid:
      return ray_ellipsoid(size, ray, normal);
    case GeomType::kCylinder:
      return ray_cylinder(size.x, size.y, ray, normal);
    case GeomType::kBox:
      return ray_near_box(size, ray, normal, nullptr);
    default:
      return -1;
  }
}

}  // namespace

double ray_shape(const PlacedShape& shape, const Ray& ray, Vec3* normal) {
  const double bound = bounding_radius_squared(shape.type, shape.size);
  if (bound > 0 && misses_sphere(bound, {ray.from - shape.pos, ray.direction})) return -1;
  const double x = ray_local(shape.type, shape.size, in_frame(ray, shape.pos, shape.mat), normal);
  if (normal && x >= 0) *normal = shape.mat * *normal;
  return x;
}

double ray_box(const Vec3& half, const Ray& ray, Vec3* normal, BoxFaces* faces) {
  if (misses_sphere(dot(half, half), ray)) return -1;
  return ray_near_box(half, ray, normal, faces);
}

}  // namespace corten
