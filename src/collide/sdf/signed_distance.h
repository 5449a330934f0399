// Signed distance of points from geoms, and its gradient.
//
// A field is a geom in its own frame. Primitive shapes have formulas, sdf geoms the shape that the user registered or
// the octree of their mesh, mesh geoms the octree if an sdf geom made one. Height fields have none.
#pragma once

#include "collide/sdf/octree_field.h"
#include "corten/enums.h"
#include "corten/model.h"

namespace corten {

struct DistanceField {
  const Model& m;
  int geom;
  GeomType type;
  const SdfShape* shape = nullptr;  // of an sdf geom, null: its octree
};

DistanceField distance_field(const Model& m, int geom);

// Whether the geom has a signed distance.
bool has_distance(const DistanceField& field);

// Positive outside, negative inside.
double signed_distance(const DistanceField& field, const Vec3& point);
DistanceAndGradient signed_gradient(const DistanceField& field, const Vec3& point);

// The same for primitive shapes; zero for others.
double signed_distance(GeomType type, const Vec3& size, const Vec3& point);
Vec3 primitive_gradient(GeomType type, const Vec3& size, const Vec3& point);

}  // namespace corten
