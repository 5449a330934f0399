// Contacts of a sphere with sphere, capsule, cylinder and box: one contact at the point nearest to the centre.
//
//   c1, r1   centre and radius of the sphere
//   q        nearest point of the other shape's core (its centre, its axis, its surface), r2 the radius around the core
//   normal   = (q - c1) / |q - c1|
//   dist     = |q - c1| - r1 - r2
//   pos      = c1 + normal (r1 + dist / 2)
#include <algorithm>
#include <cmath>

#include "collide/pairs/pairs.h"

namespace corten {

int touch_balls(const Ball& ball1, const Ball& ball2, double margin, RawContact* out) {
  const Vec3 between = ball2.center - ball1.center;
  const double square = dot(between, between);
  const double reach = margin + ball1.radius + ball2.radius;
  if (square > reach * reach) return 0;

  Vec3 normal = between;
  const double length = normalize(normal);
  if (length < kMinVal) {  // coincident centers: across both axes
    normal = cross(col(ball1.mat, 2), col(ball2.mat, 2));
    normalize(normal);
  }
  const double dist = length - ball1.radius - ball2.radius;
  write(*out, dist, normal * (ball1.radius + dist / 2) + ball1.center, normal);
  return 1;
}

int collide_sphere_sphere(const GeomPair& pair, RawContact* out) {
  const Placed sphere1 = first(pair), sphere2 = second(pair);
  return touch_balls(ball(sphere1, sphere1.pos), ball(sphere2, sphere2.pos), pair.margin, out);
}

int touch_ball_capsule(const Ball& ball1, const Placed& capsule, double margin, RawContact* out) {
  const Vec3 axis = capsule.z_axis();
  const double half_length = capsule.size.y;
  const double along = std::clamp(dot(axis, ball1.center - capsule.pos), -half_length, half_length);
  return touch_balls(ball1, ball(capsule, axis * along + capsule.pos), margin, out);
}

int collide_sphere_capsule(const GeomPair& pair, RawContact* out) {
  const Placed sphere = first(pair);
  return touch_ball_capsule(ball(sphere, sphere.pos), second(pair), pair.margin, out);
}

namespace {

// The sphere against the flat end of a cylinder at its upper (side 1) or lower (side -1) end.
int touch_cap(const Ball& ball1, const Placed& cylinder, double side, double margin, RawContact* out) {
  const Vec3 axis = cylinder.z_axis();
  const Vec3 cap_center = cylinder.pos + axis * (side * cylinder.size.y);
  const int count = touch_plane_ball(cap_center, axis * side, ball1, margin, out);
  if (count) out->normal = -out->normal;  // the cylinder is the second geom
  return count;
}

}  // namespace

// The centre is beside the mantle, above a cap, or outside of both: then the rim is nearest.
int collide_sphere_cylinder(const GeomPair& pair, RawContact* out) {
  const Placed sphere = first(pair), cylinder = second(pair);
  const Ball ball1 = ball(sphere, sphere.pos);
  const double radius = cylinder.size.x, half_length = cylinder.size.y;
  const Vec3 axis = cylinder.z_axis();

  const Vec3 center = sphere.pos - cylinder.pos;
  const double along = dot(axis, center);
  const Vec3 on_axis = axis * along, radial = center - on_axis;
  const double radial_square = dot(radial, radial);
  const double side = along > 0 ? 1 : -1;

  const bool beside = std::abs(along) < half_length, above = radial_square < radius * radius;
  const bool cap_nearer = beside && above && half_length - std::abs(along) < radius - std::sqrt(radial_square);
  if (beside && !cap_nearer) {
    return touch_balls(ball1, ball(cylinder, on_axis + cylinder.pos), pair.margin, out);
  }
  if (above) return touch_cap(ball1, cylinder, side, pair.margin, out);

  const Vec3 rim = axis * (side * half_length) + radial * (radius / std::sqrt(radial_square)) + cylinder.pos;
  return touch_balls(ball1, {rim, 0, cylinder.mat}, pair.margin, out);
}

namespace {

// The face of the box through which a point inside leaves soonest.
struct Exit {
  double depth;
  int axis = 0;
  double inward = 0;  // 1: the lower face, -1: the upper face
};

Exit nearest_exit(const Vec3& inside, const Vec3& half) {
  Exit exit{(half.x + half.y + half.z) * 2};
  for (int axis = 0; axis < 3; ++axis) {
    const double lower = std::abs(-half[axis] - inside[axis]), upper = std::abs(half[axis] - inside[axis]);
    if (lower < exit.depth) exit = {lower, axis, 1};
    if (upper < exit.depth) exit = {upper, axis, -1};
  }
  return exit;
}

// MuJoCo: a box without extent along an axis does not bound that axis.
double clamp_to_side(double x, double half) { return half > 0 ? std::max(-half, std::min(x, half)) : x; }
Vec3 clamp_to_box(const Vec3& point, const Vec3& half) {
  return {clamp_to_side(point.x, half.x), clamp_to_side(point.y, half.y), clamp_to_side(point.z, half.z)};
}

}  // namespace

// In the frame of the box. A centre inside leaves through the nearest face.
int touch_ball_box(const Ball& ball1, const Placed& box, double margin, RawContact* out) {
  const Vec3 center = mul_transposed(box.mat, ball1.center - box.pos);
  const Vec3 surface = clamp_to_box(center, box.size);
  Vec3 normal = surface - center;
  double dist = normalize(normal);
  if (dist - ball1.radius > margin) return 0;

  Vec3 pos;
  if (dist <= kMinVal) {
    const Exit exit = nearest_exit(center, box.size);
    normal = {};
    normal[exit.axis] = exit.inward;
    pos = center + normal * ((ball1.radius - exit.depth) / 2);
    dist = -exit.depth;
  } else {
    const Vec3 deepest = center + normal * ball1.radius;
    pos = surface * 0.5 + deepest * 0.5;
  }
  write(*out, dist - ball1.radius, box.mat * pos + box.pos, box.mat * normal);
  return 1;
}

int collide_sphere_box(const GeomPair& pair, RawContact* out) {
  const Placed sphere = first(pair);
  return touch_ball_box(ball(sphere, sphere.pos), second(pair), pair.margin, out);
}

}  // namespace corten
