// Contacts of a plane with sphere, capsule, cylinder and box.
//
//   n        normal of the plane, p a point on it
//   h(x)     = n . (x - p), height of x above the plane
//   dist     = h(lowest points of the shape)
//   pos      = lowest point - n dist / 2
#include "collide/pairs/pairs.h"

namespace corten {

namespace {

// Contact at the surface point `at`, whose height is `height`.
void write_at(RawContact& place, const Vec3& at, double height, const Vec3& normal) {
  write(place, height, at + normal * (-height * 0.5), normal);
}

}  // namespace

int touch_plane_ball(const Vec3& origin, const Vec3& normal, const Ball& ball, double margin, RawContact* out,
                     const Vec3& tangent) {
  const double height = dot(ball.center - origin, normal);
  if (height > margin + ball.radius) return 0;
  const double dist = height - ball.radius;
  write(*out, dist, ball.center + normal * (-dist / 2 - ball.radius), normal, tangent);
  return 1;
}

int collide_plane_sphere(const GeomPair& pair, RawContact* out) {
  const Placed plane = first(pair), sphere = second(pair);
  return touch_plane_ball(plane.pos, plane.z_axis(), ball(sphere, sphere.pos), pair.margin, out);
}

// Both ends of the capsule; the first tangent is its axis.
int collide_plane_capsule(const GeomPair& pair, RawContact* out) {
  const Placed plane = first(pair), capsule = second(pair);
  const Vec3 normal = plane.z_axis(), axis = capsule.z_axis(), segment = capsule.size.y * axis;
  const Ball upper = ball(capsule, capsule.pos + segment), lower = ball(capsule, capsule.pos - segment);
  const int count = touch_plane_ball(plane.pos, normal, upper, pair.margin, out, axis);
  return count + touch_plane_ball(plane.pos, normal, lower, pair.margin, out + count, axis);
}

// Up to four points: the lowest point of the lower disc, the one above it on the upper disc, and two more points of the
// lower disc's rim that make an equilateral triangle with the first.
int collide_plane_cylinder(const GeomPair& pair, RawContact* out) {
  const Placed plane = first(pair), cylinder = second(pair);
  const double radius = cylinder.size.x, half_length = cylinder.size.y;
  const Vec3 normal = plane.z_axis();

  // The axis, turned towards the plane.
  Vec3 axis = cylinder.z_axis();
  double axis_rise = dot(normal, axis);
  if (axis_rise > 0) {
    axis = -axis;
    axis_rise = -axis_rise;
  }

  // The steepest way down within a disc; any way when the disc is parallel to the plane.
  Vec3 down = axis * axis_rise - normal;
  const double square = dot(down, down);
  down = square >= kMinVal * kMinVal ? down * (radius / std::sqrt(square)) : cylinder.x_axis() * radius;

  const double center_height = dot(cylinder.pos - plane.pos, normal), down_rise = dot(down, normal);
  axis *= half_length;
  axis_rise *= half_length;

  const double lowest = center_height + axis_rise + down_rise;
  if (lowest > pair.margin) return 0;
  int count = 0;
  write_at(out[count++], cylinder.pos + down + axis, lowest, normal);

  const double upper = center_height - axis_rise + down_rise;
  if (upper <= pair.margin) write_at(out[count++], cylinder.pos + down - axis, upper, normal);

  const double rim = center_height + axis_rise - down_rise * 0.5;
  if (rim <= pair.margin) {
    Vec3 side = cross(down, axis);
    normalize(side);
    side *= radius * std::sqrt(3.0) / 2;
    const Vec3 chord = axis - down * 0.5;
    write_at(out[count++], cylinder.pos + side + chord, rim, normal);
    write_at(out[count++], cylinder.pos - side + chord, rim, normal);
  }
  return count;
}

// The first four corners, in binary order, of those in the lower half of the box.
int collide_plane_box(const GeomPair& pair, RawContact* out) {
  const Placed plane = first(pair), box = second(pair);
  const Vec3 normal = plane.z_axis();
  const double center_height = dot(box.pos - plane.pos, normal);
  int count = 0;
#pragma GCC unroll 8  // the signs are then known to the compiler
  for (int i = 0; i < 8; ++i) {
    const Vec3 local{i & 1 ? box.size.x : -box.size.x, i & 2 ? box.size.y : -box.size.y,
                     i & 4 ? box.size.z : -box.size.z};
    const Vec3 corner = box.mat * local;
    const double rise = dot(normal, corner);
    if (center_height + rise > pair.margin || rise > 0) continue;
    write_at(out[count++], corner + box.pos, center_height + rise, normal);
    if (count == 4) break;
  }
  return count;
}

}  // namespace corten
