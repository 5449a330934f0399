// Where a ray meets a triangle, a mesh or a height field. All in the frame of the geom.
#pragma once

#include "collide/ray/shapes.h"
#include "corten/model.h"

namespace corten {

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

}  // namespace corten
