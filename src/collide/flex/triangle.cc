// Triangle with radius against ball, capsule and box.
//
//   ball      its centre c, projected on the plane of the triangle; the nearest point of the triangle x is the
//             projection if that lies inside, otherwise the nearest point of the three edges
//                 normal = (x - c) / |x - c|,   dist = |x - c| - r_ball - r
//   capsule   balls at both ends, and the corners of the triangle that project inside the axis
//   box       the corners of the triangle against the faces of the box, the corners of the box as balls without radius
//
// MuJoCo: an edge of the triangle across a box or a capsule gives no contact.
#include <algorithm>
#include <cmath>

#include "collide/flex/flex_contacts.h"

namespace corten {

RoundTriangle::RoundTriangle(const Vec3& p1, const Vec3& p2, const Vec3& p3, double radius)
    : corner_{p1, p2, p3}, radius_(radius), edge2_(p2 - p1), edge3_(p3 - p1), normal_(cross(edge2_, edge3_)) {
  normalize(normal_);
}

void RoundTriangle::span_plane() {
  has_axes_ = true;
  axis_x_ = edge2_;
  const double length = normalize(axis_x_);
  axis_y_ = cross(normal_, edge2_);
  normalize(axis_y_);
  second_ = {length, 0};
  third_ = {dot(axis_x_, edge3_), dot(axis_y_, edge3_)};
}

// Sign of the area of a triangle in the plane.
double RoundTriangle::side(const Planar& p, const Planar& q, const Planar& r) {
  const double area = (p.x - r.x) * (q.y - r.y) - (q.x - r.x) * (p.y - r.y);
  return area > 0 ? 1 : area < 0 ? -1 : 0;
}

// Returns the distance from p to the edge from u to v.
double RoundTriangle::nearest_on_edge(const Planar& p, const Planar& u, const Planar& v, Planar& nearest) {
  const Planar uv{v.x - u.x, v.y - u.y}, up{p.x - u.x, p.y - u.y};
  const double t = (uv.x * up.x + uv.y * up.y) / std::max(kMinVal, uv.x * uv.x + uv.y * uv.y);
  nearest = t <= 0 ? u : t >= 1 ? v : Planar{u.x + uv.x * t, u.y + uv.y * t};
  const double x = nearest.x - p.x, y = nearest.y - p.y;
  return std::sqrt(x * x + y * y);
}

// The point of the triangle that is nearest to a point of its plane.
Vec3 RoundTriangle::nearest(const Vec3& in_plane) const {
  const Planar first{0, 0}, p{dot(axis_x_, in_plane), dot(axis_y_, in_plane)};
  const double side1 = side(p, first, second_), side2 = side(p, second_, third_), side3 = side(p, third_, first);
  if (side1 == side2 && side2 == side3) return in_plane;
  Planar on[3];
  const double d1 = nearest_on_edge(p, first, second_, on[0]), d2 = nearest_on_edge(p, second_, third_, on[1]),
               d3 = nearest_on_edge(p, third_, first, on[2]);
  const Planar& best = on[d1 < d2 && d1 < d3 ? 0 : d2 < d3 ? 1 : 2];
  return axis_x_ * best.x + axis_y_ * best.y;
}

int RoundTriangle::touch_ball(const Vec3& center, double ball_radius, double margin, RawContact* out) {
  const double reach = margin + ball_radius + radius_;
  const Vec3 local = center - corner_[0];
  const double height = dot(normal_, local);
  if (std::abs(height) > reach) return 0;
  if (!has_axes_) span_plane();
  Vec3 normal = nearest(local - normal_ * height) - local;
  const double length = normalize(normal);
  if (length > reach) return 0;
  const double dist = length - ball_radius - radius_;
  write(*out, dist, center + normal * (ball_radius + dist / 2), normal);
  return 1;
}

int touch_capsule_triangle(const Placed& capsule, RoundTriangle& triangle, double margin, RawContact* out) {
  const double radius = capsule.size.x, half_length = capsule.size.y;
  const Vec3 axis = capsule.z_axis();
  const Vec3 low = capsule.pos + axis * -half_length, high = capsule.pos + axis * half_length;
  int count = triangle.touch_ball(low, radius, margin, out);
  count += triangle.touch_ball(high, radius, margin, out + count);
  const Vec3 line = high - low;
  for (int i = 0; i < 3; ++i) {
    const Vec3& corner = triangle.corner(i);
    const double t = dot(corner - low, line) / (4 * half_length * half_length);
    if (t <= kMinVal || t >= 1 - kMinVal) continue;
    const Vec3 foot = low + line * t;
    Vec3 normal = corner - foot;
    const double length = normalize(normal);
    if (length > radius + triangle.radius() + margin) continue;
    write(out[count++], length - radius - triangle.radius(),
          (foot + corner + normal * (radius - triangle.radius())) * 0.5, normal);
  }
  return count;
}

namespace {

// A corner of the triangle against the nearest face of the box.
int touch_corner(const Placed& box, const Vec3& corner, double radius, double margin, RawContact* out) {
  const Vec3 local = mul_transposed(box.mat, corner - box.pos);
  int axis = 0;
  double outside = std::abs(local.x) - box.size.x;
  for (int k = 1; k < 3; ++k) {
    const double value = std::abs(local[k]) - box.size[k];
    if (value > outside) outside = value, axis = k;
  }
  if (outside - radius > margin) return 0;
  const Vec3 normal = col(box.mat, axis) * (local[axis] > 0 ? 1.0 : -1.0);
  const double dist = outside - radius;
  write(*out, dist, corner + normal * -(radius + dist * 0.5), normal);
  return 1;
}

}  // namespace

int touch_box_triangle(const Placed& box, RoundTriangle& triangle, double margin, RawContact* out) {
  int count = 0;
  for (int i = 0; i < 3; ++i) count += touch_corner(box, triangle.corner(i), triangle.radius(), margin, out + count);
  for (int i = 0; i < 8; ++i) {
    const Vec3 local{i & 1 ? box.size.x : -box.size.x, i & 2 ? box.size.y : -box.size.y,
                     i & 4 ? box.size.z : -box.size.z};
    count += triangle.touch_ball(box.mat * local + box.pos, 0, margin, out + count);
  }
  return count;
}

}  // namespace corten
