// Where a ray meets a shape.
#pragma once

#include "corten/data.h"
#include "corten/enums.h"
#include "corten/model.h"
#include "corten/types.h"
#include "math/vec3.h"

namespace corten {

// ---- shapes
//
// Where a ray meets the surface of a simple shape.

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

// ---- mesh
//
// Where a ray meets a triangle, a mesh or a height field. All in the frame of the geom.

// A ray with two axes that span the plane across it, in which a triangle is a planar figure about the origin.
struct TriangleRay : Ray {
  explicit TriangleRay(const Ray& ray);
  Vec3 u, v;
};

// Distance to the plane of the triangle if the ray's line passes through the triangle, -1: it does not. Negative also
// when the triangle lies behind. On a hit, `normal` becomes the right-handed unit normal, unless it is null.
double ray_triangle(const Vec3 (&corner)[3], const TriangleRay& ray, Vec3* normal);

// Smallest non-negative distance at which the ray meets the surface, -1: none; see ray_shape. `size` is that of the
// geom, a box about the origin that holds the mesh.
double ray_mesh(const Model& m, int mesh, const Vec3& size, const Ray& ray, Vec3* normal);
double ray_hfield(const Model& m, int hfield, const Ray& ray, Vec3* normal);

// ---- sdf
//
// Rays against signed distance geoms.

// Distance from the start of the ray to the surface, -1: missed. MuJoCo: in units of length, not of the direction.
double ray_sdf(const Model& m, const Data& d, int geom, const Ray& ray, Vec3* normal);

}  // namespace corten
