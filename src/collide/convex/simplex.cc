// Distance from the origin to a simplex by signed volumes (Montanari, Petrinic, Barbieri: Improving the GJK algorithm
// for faster and more reliable distance queries between convex objects, ACM Transactions on Graphics 36, 2017).
//
// The coordinate of a corner is the signed volume of the simplex with that corner replaced by the (projected) origin,
// over the volume of the whole. Where all have the sign of the whole, the projection lies inside. Otherwise the nearest
// point lies on one of the sides whose corner has the wrong sign, one dimension lower. Areas and lengths are measured
// in the coordinate plane or axis where the simplex casts its largest shadow.
#include "collide/convex/simplex.h"

#include <cmath>
#include <limits>

namespace corten {

namespace {

constexpr double kLargest = std::numeric_limits<double>::max();

bool same_sign(double a, double b) { return (a > 0 && b > 0) || (a < 0 && b < 0); }

void nearest_on_segment(const Vec3& p1, const Vec3& p2, double lambda[2]) {
  const Vec3 edge = p2 - p1;
  const Vec3 foot = p2 + edge * -(dot(p2, edge) / dot(edge, edge));
  int axis = 0;
  double length = p1.x - p2.x;
  if (std::abs(p1.y - p2.y) >= std::abs(length)) {
    axis = 1;
    length = p1.y - p2.y;
  }
  if (std::abs(p1.z - p2.z) >= std::abs(length)) {
    axis = 2;
    length = p1.z - p2.z;
  }
  const double part1 = foot[axis] - p2[axis], part2 = p1[axis] - foot[axis];
  const bool inside = same_sign(length, part1) && same_sign(length, part2);
  lambda[0] = inside ? part1 / length : 0;
  lambda[1] = inside ? part2 / length : 1;
}

// Twice the signed area of the shadow of a triangle in each coordinate plane (the one without x, y, z).
// The terms stand in the order that MuJoCo adds them in: nearly flat simplices are decided by rounding.
double shadow(const Vec3& p1, const Vec3& p2, const Vec3& p3, int u, int v) {
  return p2[u] * p3[v] - p2[v] * p3[u] - p1[u] * p3[v] + p1[v] * p3[u] + p1[u] * p2[v] - p1[v] * p2[u];
}
double shadow_area(double pu, double pv, double qu, double qv, double ru, double rv) {
  return pu * qv + pv * ru + qu * rv - pu * rv - pv * qu - ru * qv;
}

// The largest shadow of a triangle and the shadows of the parts that a point of its plane divides it into.
struct Parts {
  double whole;
  double part[3];
};
Parts divide(const Vec3& p1, const Vec3& p2, const Vec3& p3, const Vec3& p) {
  const double without_x = shadow(p1, p2, p3, 1, 2);
  const double without_y = shadow(p1, p2, p3, 0, 2);
  const double without_z = shadow(p1, p2, p3, 0, 1);
  const double x = std::abs(without_x), y = std::abs(without_y), z = std::abs(without_z);
  const auto measure = [&](double whole, int u, int v) -> Parts {
    return {whole,
            {shadow_area(p[u], p[v], p2[u], p2[v], p3[u], p3[v]), shadow_area(p[u], p[v], p3[u], p3[v], p1[u], p1[v]),
             shadow_area(p[u], p[v], p1[u], p1[v], p2[u], p2[v])}};
  };
  if (x >= y && x >= z) return measure(without_x, 1, 2);
  if (y >= z) return measure(without_y, 0, 2);
  return measure(without_z, 0, 1);
}

void nearest_on_triangle(const Vec3& p1, const Vec3& p2, const Vec3& p3, double lambda[3]) {
  Vec3 foot;
  if (!project_origin(p1, p2, p3, foot)) {
    nearest_on_segment(p1, p2, lambda);
    lambda[2] = 0;
    return;
  }
  const Parts parts = divide(p1, p2, p3, foot);
  bool inside[3];
  for (int i = 0; i < 3; ++i) inside[i] = same_sign(parts.whole, parts.part[i]);
  if (inside[0] && inside[1] && inside[2]) {
    for (int i = 0; i < 3; ++i) lambda[i] = parts.part[i] / parts.whole;
    return;
  }
  const Vec3* corner[3] = {&p1, &p2, &p3};
  double least = kLargest;
  for (int out = 0; out < 3; ++out) {
    if (inside[out]) continue;
    const int i = out == 0 ? 1 : 0, j = out == 2 ? 1 : 2;
    double on_edge[2];
    nearest_on_segment(*corner[i], *corner[j], on_edge);
    const Vec3 x = *corner[i] * on_edge[0] + *corner[j] * on_edge[1];
    const double square = dot(x, x);
    if (square < least) {
      least = square;
      lambda[out] = 0;
      lambda[i] = on_edge[0];
      lambda[j] = on_edge[1];
    }
  }
}

void nearest_on_tetrahedron(const SupportPoint* const* point, double lambda[4]) {
  const Vec3 &p1 = point[0]->w, &p2 = point[1]->w, &p3 = point[2]->w, &p4 = point[3]->w;
  const double part[4] = {-dot(p2, cross(p3, p4)), dot(p1, cross(p3, p4)), -dot(p1, cross(p2, p4)),
                          dot(p1, cross(p2, p3))};
  const double whole = part[0] + part[1] + part[2] + part[3];
  bool inside[4];
  for (int i = 0; i < 4; ++i) inside[i] = same_sign(whole, part[i]);
  if (inside[0] && inside[1] && inside[2] && inside[3]) {
    for (int i = 0; i < 4; ++i) lambda[i] = part[i] / whole;
    return;
  }
  double least = kLargest;
  for (int out = 0; out < 4; ++out) {
    if (inside[out]) continue;
    const int i = out == 0 ? 1 : 0, j = out <= 1 ? 2 : 1, k = out == 3 ? 2 : 3;
    const Vec3 &a = point[i]->w, &b = point[j]->w, &c = point[k]->w;
    double on_face[3];
    nearest_on_triangle(a, b, c, on_face);
    const Vec3 x = a * on_face[0] + b * on_face[1] + c * on_face[2];
    const double square = dot(x, x);
    if (square < least) {
      least = square;
      lambda[out] = 0;
      lambda[i] = on_face[0];
      lambda[j] = on_face[1];
      lambda[k] = on_face[2];
    }
  }
}

}  // namespace

void nearest_to_origin(const SupportPoint* const* point, int count, double lambda[4]) {
  lambda[0] = lambda[1] = lambda[2] = lambda[3] = 0;
  switch (count) {
    case 4:
      return nearest_on_tetrahedron(point, lambda);
    case 3:
      return nearest_on_triangle(point[0]->w, point[1]->w, point[2]->w, lambda);
    case 2:
      return nearest_on_segment(point[0]->w, point[1]->w, lambda);
    default:
      lambda[0] = 1;
  }
}

void barycentric(const Vec3& p1, const Vec3& p2, const Vec3& p3, const Vec3& p, double lambda[3]) {
  const Parts parts = divide(p1, p2, p3, p);
  for (int i = 0; i < 3; ++i) lambda[i] = parts.part[i] / parts.whole;
}

}  // namespace corten
