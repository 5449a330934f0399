// How far a geom reaches: axis-aligned bounding boxes (AABB) and bounding spheres in the geom's own frame.
//
// The box of a geom is stored as centre and half sizes (geom_aabb); the sphere around the geom's origin has radius
// geom_rbound, where 0 means unbounded (plane).
#pragma once

#include "corten/enums.h"
#include "corten/types.h"

namespace corten {

struct Aabb {
  Vec3 center, half;
};

// The same box by its corners.
struct Box {
  Vec3 min, max;
};

Aabb to_aabb(const Box& box);

// Largest distance of the box from the origin along each axis: the geom size of a mesh.
Vec3 reach(const Box& box);

// Primitives, with MuJoCo's meaning of size: sphere (radius), capsule and cylinder (radius, half length), ellipsoid
// (semi-axes), box (half sizes), plane (ignored). Other types have an empty box and radius 0.
Aabb geom_aabb(GeomType type, const Vec3& size);
double geom_rbound(GeomType type, const Vec3& size);

// Meshes: `box` is ProcessedMesh::bounds.
inline Aabb mesh_aabb(const Box& box) { return to_aabb(box); }
double mesh_rbound(const Box& box);

// Height fields, size = (half x, half y, top, base): the ground reaches from -base to top.
Aabb hfield_aabb(const Vec<4>& size);
double hfield_rbound(const Vec<4>& size);
Vec3 hfield_geom_size(const Vec<4>& size);  // half sizes of the box that stands for it in mass computations

}  // namespace corten
