// Support functions that take the middle where a side or an edge is at right angles to the direction: sign(0) = 0.
//
// MuJoCo: ties are broken otherwise in support.cc; contact points of flat sides depend on it. A walk along a hull
// starts at the vertex found last, or at the first one.
#include "collide/portal_support.h"

#include <cmath>
#include <limits>

namespace corten {

namespace {

double signed_size(double direction, double size) { return direction > 0 ? size : direction < 0 ? -size : 0; }

double product(const Vec3& a, const FloatVec<3>& b) {
  return a.x * double{b[0]} + a.y * double{b[1]} + a.z * double{b[2]};
}

int best_vertex(const MeshVertices& v, const Vec3& dir) {
  int best = 0;
  double most = -std::numeric_limits<double>::max();
  for (int i = 0; i < v.nvert; ++i) {
    if (const double p = product(dir, v.vert[i]); p > most) {
      most = p;
      best = i;
    }
  }
  return best;
}

// Returns a hull vertex.
int walk(const MeshVertices& v, int best, const Vec3& dir) {
  double most = product(dir, v.vert[v.globalid[best]]);
  for (bool better = true; better;) {
    better = false;
    // MuJoCo: goes on along the neighbours of the old vertex while the best one changes
    for (const int* next = v.neighbour + v.edgeadr[best]; *next >= 0; ++next) {
      if (const double p = product(dir, v.vert[v.globalid[*next]]); p > most) {
        most = p;
        best = *next;
        better = true;
      }
    }
  }
  return best;
}

Vec3 in_shape_frame(Shape& s, const Vec3& dir) {
  const auto vertex = [&s](int i) {
    const FloatVec<3>& p = s.vertices.vert[i];
    return Vec3{p[0], p[1], p[2]};
  };
  switch (s.kind) {
    case ShapeKind::kSphere:
      return dir * s.size.x;
    case ShapeKind::kCapsule:
      return dir * s.size.x + Vec3{0, 0, signed_size(dir.z, s.size.y)};
    case ShapeKind::kSegment:
      return {0, 0, signed_size(dir.z, s.size.y)};
    case ShapeKind::kEllipsoid: {
      Vec3 point{dir.x * s.size.x, dir.y * s.size.y, dir.z * s.size.z};
      normalize(point);
      return {point.x * s.size.x, point.y * s.size.y, point.z * s.size.z};
    }
    case ShapeKind::kCylinder: {
      const double length = std::sqrt(dir.x * dir.x + dir.y * dir.y);
      const double x = length > kMinVal ? dir.x / length * s.size.x : 0;
      const double y = length > kMinVal ? dir.y / length * s.size.x : 0;
      return {x, y, signed_size(dir.z, s.size.y)};
    }
    case ShapeKind::kBox:
      return {signed_size(dir.x, s.size.x), signed_size(dir.y, s.size.y), signed_size(dir.z, s.size.z)};
    case ShapeKind::kMesh:
      return vertex(best_vertex(s.vertices, dir));
    case ShapeKind::kHull:
      s.hull_vertex = walk(s.vertices, s.hull_vertex < 0 ? 0 : s.hull_vertex, dir);
      return vertex(s.vertices.globalid[s.hull_vertex]);
    case ShapeKind::kPoint:
    case ShapeKind::kPrism:
    case ShapeKind::kElement:
      break;
  }
  return {};
}

Vec3 inflated_support(Shape& s, const Vec3& dir) {
  if (s.kind == ShapeKind::kPrism || s.kind == ShapeKind::kElement) return support(s, dir);
  const Vec3 local = mul_transposed(s.mat, dir);
  return s.mat * (in_shape_frame(s, local) + local * (0.5 * s.margin)) + s.pos;
}

}  // namespace

void portal_support(Shape& a, Shape& b, const Vec3& dir, SupportPoint& out) {
  out.a = inflated_support(a, dir);
  out.b = inflated_support(b, -dir);
  out.w = out.a - out.b;
}

}  // namespace corten
