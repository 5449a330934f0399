// Shapes in the world, as the pair functions see them.
#pragma once

#include "collide/phases.h"
#include "math/vec3.h"

namespace corten {

// A geom of any shape. The meaning of `size` is that of Model::geom_size.
struct Placed {
  const Vec3& pos;
  const Mat3& mat;
  const Vec3& size;

  Vec3 x_axis() const { return col(mat, 0); }
  Vec3 z_axis() const { return col(mat, 2); }
};

inline Placed placed(const GeomPair& pair, int geom) {
  return {pair.d.geom_xpos[geom], pair.d.geom_xmat[geom], pair.m.geom_size[geom]};
}
inline Placed first(const GeomPair& pair) { return placed(pair, pair.geom1); }
inline Placed second(const GeomPair& pair) { return placed(pair, pair.geom2); }

// A ball: a sphere, an end of a capsule, or the point of another shape that is nearest.
struct Ball {
  Vec3 center;
  double radius;
  const Mat3& mat;  // orientation of the geom it belongs to, decides when two centers coincide
};

inline Ball ball(const Placed& geom, const Vec3& center) { return {center, geom.size.x, geom.mat}; }

// place = contact, number by number (the reason is at store() in math/vec3.h).
inline void write(RawContact& place, double dist, const Vec3& pos, const Vec3& normal, const Vec3& tangent = {}) {
  place.dist = dist;
  store(place.pos, pos);
  store(place.normal, normal);
  store(place.tangent, tangent);
}

}  // namespace corten
