// Contacts of a ball, a capsule and a box with a triangle that has a radius. Normals point to the triangle.
#pragma once

#include "collide/shapes.h"

namespace corten {

// A triangle in the frame of its first corner, prepared for several questions.
class RoundTriangle {
 public:
  RoundTriangle(const Vec3& p1, const Vec3& p2, const Vec3& p3, double radius);

  int touch_ball(const Vec3& center, double ball_radius, double margin, RawContact* out);

  const Vec3& corner(int i) const { return corner_[i]; }
  double radius() const { return radius_; }

 private:
  struct Planar {
    double x, y;
  };
  static double side(const Planar& p, const Planar& q, const Planar& r);
  static double nearest_on_edge(const Planar& p, const Planar& u, const Planar& v, Planar& nearest);
  void span_plane();
  Vec3 nearest(const Vec3& in_plane) const;

  Vec3 corner_[3];
  double radius_;
  Vec3 edge2_, edge3_, normal_;  // from the first corner
  bool has_axes_ = false;
  Vec3 axis_x_, axis_y_;   // of the plane
  Planar second_, third_;  // corners in it; the first is the origin
};

int touch_capsule_triangle(const Placed& capsule, RoundTriangle& triangle, double margin, RawContact* out);
int touch_box_triangle(const Placed& box, RoundTriangle& triangle, double margin, RawContact* out);

}  // namespace corten
