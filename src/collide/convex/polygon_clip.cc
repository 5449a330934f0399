// Sutherland-Hodgman clipping in space: each edge of the side and the side's normal span a plane, and the polygon is
// cut by one plane after the other.
#include <algorithm>

#include "collide/convex/convex.h"

namespace corten {

namespace {

// A polygon in memory of fixed size.
struct Polygon {
  std::span<Vec3> storage;
  int count = 0;

  void add(const Vec3& p) {
    if (count < static_cast<int>(storage.size())) storage[count++] = p;
  }
  const Vec3& operator[](int i) const { return storage[i]; }
};

struct CutPlane {
  Vec3 point, normal;  // normal points inward
};

bool is_inside(const CutPlane& plane, const Vec3& p) { return dot(p - plane.point, plane.normal) > -kMinVal; }

CutPlane plane_on_edge(const Vec3& start, const Vec3& end, const Vec3& up) {
  // MuJoCo: the direction of the normal is formed from a point above the start, which rounds `up`.
  Vec3 normal = cross(end - start, (start + up) - start);
  normalize(normal);
  return {start, normal};
}

void cut(const CutPlane& plane, const Polygon& in, Polygon& out) {
  out.count = 0;
  const double offset = dot(plane.normal, plane.point);
  for (int i = 0; i < in.count; ++i) {
    const Vec3 &p = in[i], &q = in[i + 1 < in.count ? i + 1 : 0];
    const bool p_inside = is_inside(plane, p), q_inside = is_inside(plane, q);
    if (p_inside != q_inside) {
      const Vec3 edge = q - p;
      const double speed = dot(plane.normal, edge);
      if (speed != 0) {
        const double t = (offset - dot(plane.normal, p)) / speed;
        if (t >= 0 && t <= 1) out.add(p + edge * t);
      }
    }
    if (q_inside) out.add(q);
  }
}

// MuJoCo: the difference of the areas of the triangles abc and abd stands for the area of the quadrilateral.
double extent(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  return 0.5 * norm(cross(d - a, b - d) + cross(c - b, a - c));
}

// Four corners of a polygon. For each first corner the others are moved on as long as the extent grows: the fourth one,
// and after each of its moves the third and the second.
void choose_quad(const Polygon& polygon, int chosen[4]) {
  const int n = polygon.count;
  int at[4] = {0, 1, 2, 3};
  std::copy(at, at + 4, chosen);
  const auto extent_of = [&](const int v[4]) {
    return extent(polygon[v[0]], polygon[v[1]], polygon[v[2]], polygon[v[3]]);
  };
  double most = extent_of(at);
  const auto advance = [&](int which) {
    int moved[4] = {at[0], at[1], at[2], at[3]};
    moved[which] = (moved[which] + 1) % n;
    const double grown = extent_of(moved);
    if (!(grown > most)) return false;
    most = grown;
    at[which] = moved[which];
    std::copy(at, at + 4, chosen);
    return true;
  };
  for (; at[0] < n; ++at[0]) {
    while (advance(3)) {
      while (advance(2)) {
      }
      while (advance(1)) {
      }
    }
    for (int i = 1; i < 4 && at[i] == at[i - 1]; ++i) at[i] = (at[i] + 1) % n;
  }
}

// The two corners that are farthest apart.
void choose_ends(const Polygon& polygon, int chosen[2]) {
  chosen[0] = 0, chosen[1] = 1;
  double most = 0;
  for (int i = 0; i < polygon.count; ++i) {
    for (int j = i + 1; j < polygon.count; ++j) {
      const Vec3 between = polygon[j] - polygon[i];
      const double square = dot(between, between);
      if (square > most) {
        most = square;
        chosen[0] = i, chosen[1] = j;
      }
    }
  }
}

void drop_above(const ClipSide& side, Polygon& polygon) {
  int n = 0;
  for (int i = 0; i < polygon.count; ++i) {
    if (dot(polygon[i] - side.corners[0], side.normal) <= 0) polygon.storage[n++] = polygon[i];
  }
  polygon.count = n;
}

}  // namespace

int clip_to_side(const ClipSide& side, std::span<const Vec3> polygon, Scratch::Frame& frame, Witness* out) {
  const int nside = static_cast<int>(side.corners.size());
  if (nside < 3) return 0;
  // Each cut of a convex polygon adds at most one corner; a degenerate one may add more.
  const int room = 2 * (static_cast<int>(polygon.size()) + nside);
  Polygon clipped{frame.take<Vec3>(room)}, spare{frame.take<Vec3>(room)};
  for (const Vec3& p : polygon) clipped.add(p);
  for (int i = 0; i < nside; ++i) {
    cut(plane_on_edge(side.corners[i], side.corners[(i + 1) % nside], side.normal), clipped, spare);
    std::swap(clipped, spare);
  }
  drop_above(side, clipped);

  int count = clipped.count, chosen[kMaxWitnesses] = {0, 1, 2, 3};
  if (count > kMaxWitnesses) {
    choose_quad(clipped, chosen);
    count = kMaxWitnesses;
  } else if (polygon.size() == 2 && count > 2) {  // an edge is cut as a polygon that goes there and back
    choose_ends(clipped, chosen);
    count = 2;
  }
  for (int i = 0; i < count; ++i) {
    const Vec3& p = clipped[chosen[i]];
    const double dist = dot(p - side.corners[0], side.normal);
    out[i] = {dist, p + side.witness_dir * -std::abs(dist), p};
  }
  return count;
}

}  // namespace corten
