// Where a ray meets the surface of a simple shape.
#pragma once

#include "corten/enums.h"
#include "corten/types.h"
#include "math/vec3.h"

namespace corten {

struct Ray {
  Vec3 from, direction;
};

inline Vec3 point_at(const Ray& ray, double distance) { return ray.from + ray.direction * distance; }

// The ray seen from the frame (pos, mat).
inline Ray in_frame(const Ray& ray, const Vec3& pos, const Mat3& mat) {
  return {mul_transposed(mat, ray.from - pos), mul_transposed(mat, ray.direction)};
}

// A shape of geoms and sites, except meshes and height fields.
struct PlacedShape {
  GeomType type;
  const Vec3& size;
  const Vec3& pos;
  const Mat3& mat;
};

// Smallest non-negative distance, in units of the direction's length, at which the ray meets the surface; -1: none.
// On a hit, `normal` becomes the normal in the world, unless it is null.
double ray_shape(const PlacedShape& shape, const Ray& ray, Vec3* normal);

// Distances to the six faces of a box, -1 where a face is missed; face 2 i + 1 is the upper one of axis i.
struct BoxFaces {
  double distance[6] = {-1, -1, -1, -1, -1, -1};
};

// The same for a box about the origin; `normal` is in the frame of the box. `faces` may be null.
double ray_box(const Vec3& half, const Ray& ray, Vec3* normal, BoxFaces* faces);

}  // namespace corten
