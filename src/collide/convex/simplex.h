// The point of a simplex nearest to the origin, in barycentric coordinates: x = sum lambda_i w_i, sum lambda_i = 1.
#pragma once

#include "collide/convex/support.h"

namespace corten {

// Points change their order and drop out often: only pointers to them move.
struct Simplex {
  SupportPoint storage[4];
  SupportPoint* point[4] = {storage, storage + 1, storage + 2, storage + 3};
  int count = 0;

  Simplex() = default;
  Simplex(const Simplex&) = delete;
  Simplex& operator=(const Simplex&) = delete;
};

// Coordinates of the nearest point of the first `count` points; those of points that are not needed are zero.
void nearest_to_origin(const SupportPoint* const* point, int count, double lambda[4]);

// Projection of the origin on the plane of a triangle, false if the triangle has no area:
//
//   n (n . p) / (n . n)      n normal to the triangle, p one of its corners
//
// Another pair of edges is tried where the first ones give a normal that is too short or a plane through the origin.
inline bool project_origin(const Vec3& p1, const Vec3& p2, const Vec3& p3, Vec3& projection) {
  const auto is_good = [](double height, double square) { return height != 0 && square > kMinVal; };
  const Vec3 edge21 = p2 - p1, edge32 = p3 - p2;
  Vec3 normal = cross(edge32, edge21);
  double height = dot(normal, p2), square = dot(normal, normal);
  if (square == 0) return false;
  if (!is_good(height, square)) [[unlikely]] {
    const Vec3 edge31 = p3 - p1;
    normal = cross(edge21, edge31);
    height = dot(normal, p1), square = dot(normal, normal);
    if (square == 0) return false;
    if (!is_good(height, square)) {
      normal = cross(edge31, edge32);
      height = dot(normal, p3), square = dot(normal, normal);
    }
  }
  store(projection, normal * (height / square));
  return true;
}

// Coordinates of a point in the plane of a triangle with respect to its corners, also outside of it.
void barycentric(const Vec3& p1, const Vec3& p2, const Vec3& p3, const Vec3& p, double lambda[3]);

}  // namespace corten
