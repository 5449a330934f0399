// Wrapping of a tendon round a sphere or a cylinder, reduced to a circle in a plane.
//
// The plane of a sphere is spanned by its centre and both end points, that of a cylinder is normal to its axis. In it,
//   outside:  the path is a tangent, an arc and a tangent. From the point p at distance l > r of the centre the two
//             tangent points are  (r^2 p -+ r sqrt(l^2 - r^2) p_perp) / l^2
//   inside:   the path touches the circle in one point, where both halves meet the radius at the same angle:
//               asin(a z) + asin(b z) - 2 asin(z) + g = 0,  a = r / l_0,  b = r / l_1,  g = angle between the end
//               points
//             z being the sine of the angle between the path and the radius
// A path round a cylinder climbs evenly along the axis over its whole length.
#include <algorithm>
#include <cmath>

#include "dynamics/tendon/tendon.h"

namespace corten {

namespace {

struct Vec2 {
  double x = 0, y = 0;
};
Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
Vec2 operator*(Vec2 a, double s) { return {a.x * s, a.y * s}; }
double dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }
double cross(Vec2 a, Vec2 b) { return a.x * b.y - a.y * b.x; }
double norm(Vec2 a) { return std::sqrt(dot(a, a)); }
Vec2 unit(Vec2 a) {
  const double length = norm(a);
  return length < kMinVal ? Vec2{1, 0} : a * (1 / length);
}

struct Arc2 {
  Vec2 first, second;
  double length = 0;
};

// Whether the segments a-b and c-d meet.
bool intersect(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
  const double det = cross(b - a, d - c);
  if (std::abs(det) < kMinVal) return false;
  const double sign = det < 0 ? -1 : 1, s = sign * cross(d - c, a - c), t = sign * cross(b - a, a - c);
  return s >= 0 && s <= std::abs(det) && t >= 0 && t <= std::abs(det);
}

// By value: which side of a bound a path is on cannot be foreseen, and this is no branch.
double bounded(double x, double low, double high) {
  x = x < low ? low : x;
  return high < x ? high : x;
}

// Angle from p to q, walking in the given sense: 1 is counterclockwise, -1 clockwise.
double arc_angle(Vec2 p, Vec2 q, double sense) {
  const double angle = std::acos(bounded(dot(unit(p), unit(q)), -1, 1));
  return sense * cross(p, q) < 0 ? 2 * M_PI - angle : angle;
}

// The tangent points of p: along p and across it.
struct TangentPoints {
  TangentPoints(Vec2 p, double radius) {
    const double pp = dot(p, p), rr = radius * radius;
    along = p * (rr / pp);
    across = Vec2{p.y, -p.x} * (radius * std::sqrt(pp - rr) / pp);
  }
  Vec2 along, across;
};

// Whether the line just touches the circle: which of the tangent points comes first is then a matter of rounding.
// MuJoCo: decides it nevertheless, so that a path there may take the long way round.
bool is_touching(const Arc2& arc, double radius) {
  const Vec2 chord = arc.first - arc.second;
  return dot(chord, chord) < 1e-14 * radius * radius;
}

// So far on the wanted side of the centre that rounding is no matter.
constexpr double kClearly = 1e-10;

// How good a path is: close to the side point if there is one, else short. A path that crosses itself is the worst.
constexpr double kCrossing = -10000;
double merit(const Arc2& arc, Vec2 p, Vec2 q, const Vec2* side, double radius) {
  if (!is_touching(arc, radius) && intersect(p, arc.first, q, arc.second)) return kCrossing;
  if (side) return dot(unit(arc.first + arc.second), *side);
  const Vec2 chord = arc.first - arc.second;
  return -dot(chord, chord);
}

// `side_point`: anywhere on the wanted side.
std::optional<Arc2> wrap_outside(Vec2 p, Vec2 q, const Vec2* side_point, double radius) {
  const double rr = radius * radius;
  if (radius < kMinVal || dot(p, p) < rr || dot(q, q) < rr) return {};
  const Vec2 line = q - p;
  const double line2 = dot(line, line);
  if (line2 < kMinVal) return {};

  // The straight line is free if it misses the circle and passes on the wanted side.
  const Vec2 nearest = p + line * bounded(-dot(line, p) / line2, 0, 1);
  const bool misses = dot(nearest, nearest) > rr;
  if (misses && (!side_point || dot(*side_point, nearest) > kClearly)) return {};
  const Vec2 on_side = side_point ? unit(*side_point) * radius : Vec2{}, *side = side_point ? &on_side : nullptr;
  if (misses && dot(on_side, nearest) >= 0) return {};

  const TangentPoints tp(p, radius), tq(q, radius);
  const auto arc = [&](double sense) { return Arc2{tp.along - tp.across * sense, tq.along + tq.across * sense, 0}; };
  const double merit_clockwise = merit(arc(-1), p, q, side, radius);
  const double merit_counterclockwise = merit(arc(1), p, q, side, radius);
  const bool left = !(merit_clockwise > merit_counterclockwise);
  if ((left ? merit_counterclockwise : merit_clockwise) == kCrossing) return {};
  const double sense = left ? 1 : -1;
  Arc2 best = arc(sense);
  best.length =
      is_touching(best, radius) ? norm(best.first - best.second) : radius * arc_angle(best.first, best.second, sense);
  return best;
}

// Solves the inside equation for z; nothing if Newton's method does not converge.
std::optional<double> solve_inside(double a, double b, double g) {
  constexpr int kMaxIterations = 20;
  constexpr double kTolerance = 1e-6;
  const auto value = [&](double z) { return std::asin(a * z) + std::asin(b * z) - 2 * std::asin(z) + g; };
  const auto slope = [](double s, double z) { return s / std::max(kMinVal, std::sqrt(1 - z * z * s * s)); };

  double z = 1 - 1e-7;  // start right of the root and move left
  double f = value(z);
  if (f > 0) return {};
  int i = 0;
  for (; i < kMaxIterations && std::abs(f) > kTolerance; ++i) {
    const double df = slope(a, z) + slope(b, z) - 2 * slope(1, z);
    if (df > -kMinVal || z - f / df > z) return {};
    z -= f / df;
    f = value(z);
    if (f > kTolerance) return {};
  }
  if (i == kMaxIterations) return {};
  return z;
}

std::optional<Arc2> wrap_inside(Vec2 p, Vec2 q, double radius) {
  const double length_p = norm(p), length_q = norm(q);
  if (radius < kMinVal || std::min(length_p, length_q) <= std::max(radius, kMinVal)) return {};

  // The line through the circle needs no detour.
  const Vec2 line = q - p;
  const double line2 = dot(line, line);
  if (line2 > kMinVal) {
    const double s = -dot(line, p) / line2;
    if (s > 0 && s < 1 && norm(p + line * s) <= radius) return {};
  }

  const double cosine = (length_p * length_p + length_q * length_q - line2) / (2 * length_p * length_q);
  if (cosine < -1 + kMinVal) return {};
  const double a = radius / length_p, b = radius / length_q;
  const auto z = cosine > 1 - kMinVal ? std::nullopt : solve_inside(a, b, std::acos(cosine));

  Vec2 touch;
  if (z) {
    // Turn counterclockwise from the end point that comes first in that sense.
    const bool p_first = cross(p, q) > 0;
    const double angle = std::asin(*z) - std::asin((p_first ? a : b) * *z);
    const Vec2 d = unit(p_first ? p : q);
    touch = Vec2{std::cos(angle) * d.x - std::sin(angle) * d.y, std::sin(angle) * d.x + std::cos(angle) * d.y} * radius;
  } else {
    touch = unit((p + q) * 0.5) * radius;  // degenerate: halfway between the end points
  }
  return Arc2{touch, touch, 0};
}

struct Plane {
  Vec3 x{1, 0, 0}, y{0, 1, 0};
};

// Plane through the centre of a sphere and the points p and q.
Plane sphere_plane(const Vec3& p, const Vec3& q) {
  Plane plane;
  plane.x = p;
  normalize(plane.x);
  Vec3 normal = cross(p, q);
  if (normalize(normal) < kMinVal) {
    // MuJoCo: p and q parallel; any normal will do, this is the one.
    const double ax = std::abs(plane.x.x), ay = std::abs(plane.x.y), az = std::abs(plane.x.z);
    Vec3 other{1, 1, 1};
    other[az > ax && az > ay ? 2 : ay > ax && ay > az ? 1 : 0] = 0;
    normal = cross(plane.x, other);
    normalize(normal);
  }
  plane.y = cross(normal, plane.x);
  return plane;
}

// Whether the line from p to q passes a sphere well outside and on the side of s: no plane is needed to see that.
bool clearly_free(const Vec3& p, const Vec3& q, const Vec3* s, double radius) {
  const Vec3 line = q - p;
  const Vec3 nearest = p + line * bounded(-dot(line, p) / std::max(kMinVal, dot(line, line)), 0, 1);
  return dot(nearest, nearest) > radius * radius && (!s || dot(*s, nearest) > kClearly);
}

}  // namespace

std::optional<WrapArc> wrap(const WrapShape& shape, const Vec3& from, const Vec3& to, const Vec3* side) {
  // everything in the frame of the shape, then in the plane
  const Vec3 p = mul_transposed(shape.mat, from - shape.pos);
  const Vec3 q = mul_transposed(shape.mat, to - shape.pos);
  const Vec3 s = side ? mul_transposed(shape.mat, *side - shape.pos) : Vec3{};
  if (dot(p, p) < kMinVal * kMinVal || dot(q, q) < kMinVal * kMinVal) return {};
  const bool sphere = shape.type == WrapType::kSphere, inside = side && norm(s) < shape.radius;
  if (sphere && !inside && clearly_free(p, q, side ? &s : nullptr, shape.radius)) return {};
  const Plane plane = sphere ? sphere_plane(p, q) : Plane{};
  const auto project = [&](const Vec3& v) { return sphere ? Vec2{dot(v, plane.x), dot(v, plane.y)} : Vec2{v.x, v.y}; };
  const Vec2 p2 = project(p), q2 = project(q), s2 = project(s);
  const auto arc =
      inside ? wrap_inside(p2, q2, shape.radius) : wrap_outside(p2, q2, side ? &s2 : nullptr, shape.radius);
  if (!arc) return {};

  Vec3 first = plane.x * arc->first.x + plane.y * arc->first.y;
  Vec3 second = plane.x * arc->second.x + plane.y * arc->second.y;
  double length = arc->length;
  if (!sphere) {
    const double before = norm(p2 - arc->first), after = norm(q2 - arc->second);
    const double slope = (q.z - p.z) / (before + length + after);
    first.z = p.z + slope * before;
    second.z = p.z + slope * (before + length);
    length = std::sqrt(length * length + (second.z - first.z) * (second.z - first.z));
  }
  return WrapArc{shape.pos + shape.mat * first, shape.pos + shape.mat * second, length};
}

}  // namespace corten
