// What the two kinds of contacts with signed distance geoms share.
#pragma once

#include "collide/narrowphase.h"
#include "math/vec3.h"

namespace corten {

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

}  // namespace corten
