// A portal is flat, so the normal it gives is rough on curved surfaces. The surface knows better: its normal at the
// point nearest to the contact.
//   sphere      direction from the centre
//   capsule     direction from the axis, or from the centre of a cap
//   cylinder    direction from the axis, unless the contact may be on a flat side
//   ellipsoid   outside: n = p / (s^2 + l), l such that |s n| = 1 (the nearest point);
//               inside: where the ray along n leaves the ellipsoid, n being the normal there
// p is the contact point in the frame of the geom, s its half axes.
#include <cmath>
#include <optional>

#include "collide/sdf/sdf.h"
#include "math/vec3.h"

namespace corten {

namespace {

constexpr int kMaxIterations = 30;
constexpr double kTolerance = 1e-6;

Vec3 times(const Vec3& a, const Vec3& b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }

// None if the iteration cannot begin.
std::optional<Vec3> inside_ellipsoid(const Vec3& p, const Vec3& size, Vec3 n) {
  const Vec3 weight{1 / (size.x * size.x), 1 / (size.y * size.y), 1 / (size.z * size.z)};
  const double c = dot(times(p, weight), p) - 1;
  normalize(n);
  for (int i = 0; i < kMaxIterations; ++i) {
    const double a = dot(times(n, weight), n), b = dot(times(p, weight), n);
    const double det = b * b - a * c;
    const double x = det < kMinVal || a < kMinVal ? -1 : (-b + std::sqrt(det)) / a;
    if (x < 0) return i > 0 ? std::optional(n) : std::nullopt;
    Vec3 next = times(p + n * x, weight);
    normalize(next);
    const double change = norm(n - next);
    n = next;
    if (change < kTolerance) break;
  }
  return n;
}

Vec3 outside_ellipsoid(const Vec3& p, const Vec3& size) {
  const Vec3 square = times(size, size), scaled = times(times(p, p), square);
  const auto shifted = [&](double l) { return Vec3{1 / (square.x + l), 1 / (square.y + l), 1 / (square.z + l)}; };
  double l = 0;
  for (int i = 0; i < kMaxIterations; ++i) {
    const Vec3 r = shifted(l), rr = times(r, r);
    const double value = dot(scaled, rr) - 1, slope = -2 * dot(scaled, times(rr, r));
    if (value < kTolerance || slope > -kMinVal || -value / slope < kTolerance) break;
    l -= value / slope;
  }
  Vec3 n = times(p, shifted(l));
  normalize(n);
  return n;
}

std::optional<Vec3> cylinder_normal(const Vec3& p, const Vec3& size) {
  if (std::abs(p.z) > 0.95 * size.y) return {};
  const double to_flat = std::abs(size.y - std::abs(p.z)), to_round = std::abs(size.x - std::hypot(p.x, p.y));
  if (to_flat < 0.25 * to_round) return {};
  return Vec3{p.x, p.y, 0};
}

// In the frame of the geom; none: keep `normal`.
std::optional<Vec3> normal_at(GeomType type, const Vec3& p, const Vec3& size, const Vec3& normal) {
  switch (type) {
    case GeomType::kSphere:
      return p;
    case GeomType::kCapsule:
      return Vec3{p.x, p.y, p.z < -size.y ? p.z + size.y : p.z > size.y ? p.z - size.y : 0};
    case GeomType::kCylinder:
      return cylinder_normal(p, size);
    case GeomType::kEllipsoid: {
      if (size.x < kMinVal || size.y < kMinVal || size.z < kMinVal) return {};
      const Vec3 q{p.x / size.x, p.y / size.y, p.z / size.z};
      return dot(q, q) <= 1 ? inside_ellipsoid(p, size, normal) : outside_ellipsoid(p, size);
    }
    default:
      return {};
  }
}

std::optional<Vec3> world_normal(const Model& m, const Data& d, int geom, const Vec3& point, const Vec3& normal) {
  if (geom < 0) return {};
  const Mat3& mat = d.geom_xmat[geom];
  const Vec3 p = mul_transposed(mat, point - d.geom_xpos[geom]);
  std::optional<Vec3> local = normal_at(m.geom_type[geom], p, m.geom_size[geom], mul_transposed(mat, normal));
  if (!local) return {};
  normalize(*local);
  return mat * *local;
}

}  // namespace

void correct_normal(const Model& m, const Data& d, int geom1, int geom2, RawContact& contact) {
  const auto first = world_normal(m, d, geom1, contact.pos, contact.normal);
  const auto second = world_normal(m, d, geom2, contact.pos, -contact.normal);
  if (first && second) {
    contact.normal = *first - *second;
    normalize(contact.normal);
  } else if (first) {
    contact.normal = *first;
  } else if (second) {
    contact.normal = -*second;
  }
}

}  // namespace corten
