// On a triangle the distance is minimized by the method of Frank and Wolfe, from several points: the linearized
// distance is smallest at one of the corners c, and step i goes there by the fraction 2 / (i + 2).
#include <algorithm>
#include <cmath>

#include "collide/sdf/sdf.h"

namespace corten {

namespace {

// Whether the circumscribed circle reaches the surface, seen from the centroid.
bool circle_reaches(const SdfTriangle& t, double at_centroid) {
  const double a = norm(t.corner[0] - t.corner[1]), b = norm(t.corner[1] - t.corner[2]),
               c = norm(t.corner[2] - t.corner[0]);
  const double s = (a + b + c) / 2, area = std::sqrt(s * (s - a) * (s - b) * (s - c));
  return at_centroid < a * b * c / (4 * std::max(area, kMinVal));
}

// MuJoCo: triangles that are more than a unit of length from the surface are tested by a sphere through their corners
// and a point above the centroid.
bool may_touch(const DistanceField& sdf, const SdfTriangle& t) {
  constexpr double kHeight = 0.1;  // of the point above, relative to the distance; smaller ones than this are not used
  const Vec3 e1 = t.corner[1] - t.corner[0], e2 = t.corner[2] - t.corner[0];
  const Vec3 centroid = t.corner[0] * (1.0 / 3) + t.corner[1] * (1.0 / 3) + t.corner[2] * (1.0 / 3);
  const double at_centroid = signed_distance(sdf, centroid), height = at_centroid / 10;
  if (std::abs(height) < kHeight) return circle_reaches(t, at_centroid);
  Vec3 normal = cross(e1, e2);
  normalize(normal);
  const Vec3 top = centroid + normal * height;
  const Vec3 a = t.corner[0] - top, b = t.corner[1] - top, c = t.corner[2] - top;
  const Vec3 bc = cross(b, c), ca = cross(c, a), ab = cross(a, b);
  const double volume = 2 * dot(a, bc);
  if (std::abs(volume) < kMinVal) return at_centroid < norm(e1);
  const Vec3 center = (bc * dot(a, a) + ca * dot(b, b) + ab * dot(c, c)) * (1 / volume);
  return signed_distance(sdf, center + top) < norm(center);
}

double minimize(const DistanceField& sdf, const SdfTriangle& t, int iterations, Vec3& x) {
  for (int i = 0; i < iterations; ++i) {
    const Vec3 gradient = signed_gradient(sdf, x).gradient;
    double least = 1e10;
    const Vec3* target = &x;  // stays where there is no gradient
    for (const Vec3& corner : t.corner) {
      const double along = dot(corner, gradient);
      if (along < least) {
        least = along;
        target = &corner;
      }
    }
    x += (*target - x) * (2 / (i + 2.0));
  }
  return signed_distance(sdf, x);
}

}  // namespace

void add_points_inside(const Model& m, const DistanceField& sdf, const SdfTriangle& t, SdfPoints& points) {
  if (!may_touch(sdf, t)) return;
  const int starts = std::max(1, m.opt.sdf_initpoints);
  for (int i = 1; i <= starts && points.count < kMaxPairContacts; ++i) {
    double u = halton(i, 2), v = halton(i, 3);
    if (u + v > 1) u = 1 - u, v = 1 - v;
    Vec3 x = (1 - u - v) * t.corner[0] + u * t.corner[1] + v * t.corner[2];
    const double depth = minimize(sdf, t, m.opt.sdf_iterations, x);
    if (!(depth < 0)) continue;
    points.point[points.count] = x;
    points.dist[points.count++] = depth;
  }
}

}  // namespace corten
