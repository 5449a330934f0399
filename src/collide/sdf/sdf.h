// Signed distances of geoms, and contacts by them.
#pragma once

#include "collide/flex/flex_contacts.h"
#include "collide/phases.h"
#include "corten/enums.h"
#include "corten/model.h"
#include "math/vec3.h"

namespace corten {

// ---- octree_field
//
// Signed distance inside and around the octree of a mesh.

struct DistanceAndGradient {
  double distance;
  Vec3 gradient;
};

// In the frame of the mesh, which must have an octree. Inside the root the distance is interpolated between the corners
// of a leaf; outside, the distance from the root is added to the value at its boundary.
double octree_distance(const Model& m, int mesh, const Vec3& point);
DistanceAndGradient octree_gradient(const Model& m, int mesh, const Vec3& point);

// ---- surface_normal
//
// Contact normals from the curved surfaces at the contact. See surface_normal.cc.

// Replaces the normal by those of spheres, capsules, ellipsoids and cylinders at the contact point; the mean if both
// geoms are such. A geom of -1 is none.
void correct_normal(const Model& m, const Data& d, int geom1, int geom2, RawContact& contact);

// ---- signed_distance
//
// Signed distance of points from geoms, and its gradient.
//
// A field is a geom in its own frame. Primitive shapes have formulas, sdf geoms the shape that the user registered or
// the octree of their mesh, mesh geoms the octree if an sdf geom made one. Height fields have none.

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

// ---- contact
//
// What the two kinds of contacts with signed distance geoms share.

// How one geom is placed in the frame of another.
struct Placement {
  Vec3 pos;
  Mat3 mat;
};
inline Vec3 operator*(const Placement& p, const Vec3& v) { return p.mat * v + p.pos; }

inline Pose geom_pose(const Data& d, int geom) { return {d.geom_xpos[geom], to_quat(d.geom_xmat[geom])}; }

inline Placement placement(const Pose& geom, const Pose& frame) {
  Pose relative = inverse(frame) * geom;
  normalize(relative.quat);
  return {relative.pos, to_mat(relative.quat)};
}

// Member i of the sequence of van der Corput in a base; those of bases 2, 3 and 5 together fill a cube evenly.
double halton(int i, int base);

// Contacts in the frame of an sdf geom, each point once.
class SdfContacts {
 public:
  SdfContacts(const Pose& frame, RawContact* out) : frame_(frame), out_(out) {}

  int count() const { return count_; }
  bool is_new(const Vec3& point) const;

  // `outwards` is the direction out of the sdf geom, any length. One without direction is left out.
  void add(const Vec3& point, double dist, Vec3 outwards);

 private:
  const Pose& frame_;
  RawContact* out_;
  Vec3 points_[kMaxPairContacts];
  int count_ = 0;
};

// ---- triangle
//
// Points of a triangle inside a signed distance geom, in the frame of the latter.

struct SdfTriangle {
  Vec3 corner[3];
};

// Points found so far and their (negative) distances.
struct SdfPoints {
  Vec3 point[kMaxPairContacts];
  double dist[kMaxPairContacts];
  int count = 0;
};

void add_points_inside(const Model& m, const DistanceField& sdf, const SdfTriangle& triangle, SdfPoints& points);

// ---- flex
//
// Contacts of a signed distance geom with a flex of triangles.

// Writes at most kMaxPairContacts contacts and their elements, returns how many. Normals point out of the geom. Margins
// have no effect; flexes of other dimensions do not touch.
int collide_sdf_flex(const Model& m, const Data& d, int geom, const FlexView& flex, RawContact* out, int* elem);

// ---- sdf
//
// Contacts of signed distance geoms. They are found where a geom is inside the other; margins have no effect.

// A sphere, capsule, ellipsoid, cylinder, box or sdf geom with an sdf geom.
int collide_sdf(const GeomPair& pair, RawContact* out);

// A mesh with an sdf geom (mesh.cc): the triangles of the mesh, not its hull.
int collide_mesh_sdf(const GeomPair& pair, RawContact* out);

}  // namespace corten
