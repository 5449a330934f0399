// Cutting a closed triangle mesh by axis-aligned planes.
//
// Each triangle is clipped by the plane. Where it was cut, an edge p -> q of the surface lies open in the plane; the
// triangle (c, q, p), with one point c of the plane for all such edges, closes it. These triangles may overlap or leave
// the solid, but with their signs they add up to the true cap, for any outline with any holes: volumes are exact and
// nothing has to be triangulated. They are cut like the others by further planes.
//
// The convex hull of a piece is that of its piece of the surface and of the corners of its box inside the solid. Caps
// add nothing: their own corners are on the surface or on the box's edges, which end at one of both.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/mesh/decompose.h"
#include "math/vec3.h"

namespace corten {

namespace {

constexpr double kResolution = 1e-6;  // of the size of the solid; vertices are single precision
constexpr double kInwardStep = 1e-4;  // of the size: how far inside a corner it is looked for material

// Clips triangles of one piece into another, below the plane after a change of sign.
class Clipper {
 public:
  Clipper(const SolidPiece& from, const AxisPlane& plane, bool below, double resolution, SolidPiece& to)
      : from_(from), plane_(plane), to_(to), height_(from.points.size()), index_(from.points.size(), -1) {
    for (std::size_t i = 0; i < height_.size(); ++i) {
      const double h = from.points[i][plane.axis] - plane.at;
      height_[i] = std::abs(h) <= resolution ? 0 : below ? h : -h;
    }
  }

  // Triangles that lie in the plane are no surface of this piece: they bound the other one.
  void clip(const Triangle3& t, std::vector<Triangle3>& kept) {
    const bool inside = std::any_of(t.begin(), t.end(), [&](int v) { return height_[v] < 0; });
    int corner[4], count = 0, leaving = -1, entering = -1;
    for (int k = 0; k < 3; ++k) {
      const int a = t[k], b = t[(k + 1) % 3];
      if (height_[a] <= 0) corner[count++] = copy(a);
      if ((height_[a] <= 0) == (height_[b] <= 0)) continue;
      const int crossing = height_[a] <= 0 ? cross_at(a, b) : cross_at(b, a);
      (height_[a] <= 0 ? leaving : entering) = crossing;
      corner[count++] = crossing;
    }
    std::vector<Triangle3>& list = inside ? kept : to_.caps;
    for (int k = 2; k < count; ++k) list.push_back({corner[0], corner[k - 1], corner[k]});
    if (leaving >= 0) close(leaving, entering);
  }

 private:
  int copy(int v) {
    if (index_[v] < 0) index_[v] = add(from_.points[v]);
    return index_[v];
  }

  // Where the edge from a point inside to one outside meets the plane; the same number for both triangles at the edge.
  int cross_at(int inside, int outside) {
    if (height_[inside] == 0) return copy(inside);
    const double t = height_[inside] / (height_[inside] - height_[outside]);
    Vec3 p = from_.points[inside] + t * (from_.points[outside] - from_.points[inside]);
    p[plane_.axis] = plane_.at;
    return add(p);
  }

  void close(int leaving, int entering) {
    if (apex_ < 0) apex_ = leaving;
    to_.caps.push_back({apex_, entering, leaving});
  }

  int add(const Vec3& p) {
    to_.points.push_back(p);
    return static_cast<int>(to_.points.size()) - 1;
  }

  const SolidPiece& from_;
  const AxisPlane plane_;
  SolidPiece& to_;
  std::vector<double> height_;  // negative inside
  std::vector<int> index_;      // of copied points
  int apex_ = -1;
};

// Angle under which a triangle is seen from the origin, positive from behind (van Oosterom and Strackee).
double solid_angle(const Vec3& a, const Vec3& b, const Vec3& c) {
  const double la = norm(a), lb = norm(b), lc = norm(c);
  return 2 * std::atan2(dot(a, cross(b, c)), la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
}

}  // namespace

double SolidPiece::volume() const {
  std::vector<Triangle3> all = surface;
  all.insert(all.end(), caps.begin(), caps.end());
  return signed_volume(points, all);
}

std::vector<Vec3> SolidPiece::extreme_candidates() const {
  std::vector<char> used(points.size(), 0);
  for (const Triangle3& t : surface) used[t[0]] = used[t[1]] = used[t[2]] = 1;
  std::vector<Vec3> candidates = corners;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (used[i]) candidates.push_back(points[i]);
  }
  return candidates;
}

BoxCutter::BoxCutter(const ClosedSurface& solid) : solid_(solid) {
  for (const Vec3& p : solid.points) size_ = std::max(size_, norm(p - solid.points[0]));
}

double BoxCutter::resolution() const { return kResolution * size_; }

SolidPiece BoxCutter::whole() const {
  SolidPiece piece;
  piece.points = solid_.points;
  piece.surface = solid_.triangles;
  return piece;
}

SolidPiece BoxCutter::cut(const SolidPiece& piece, const AxisPlane& plane, bool below) const {
  SolidPiece part;
  part.min = piece.min;
  part.max = piece.max;
  (below ? part.max : part.min)[plane.axis] = plane.at;
  Clipper clipper(piece, plane, below, resolution(), part);
  for (const Triangle3& t : piece.surface) clipper.clip(t, part.surface);
  for (const Triangle3& t : piece.caps) clipper.clip(t, part.caps);
  for (const Vec3& corner : piece.corners) {
    const double height = corner[plane.axis] - plane.at;
    if (below ? height < 0 : height > 0) part.corners.push_back(corner);
  }
  add_corners(plane, below, part);
  return part;
}

// The corners of the box in a plane that has just cut it, where there is material of the piece.
void BoxCutter::add_corners(const AxisPlane& plane, bool below, SolidPiece& piece) const {
  const int u = (plane.axis + 1) % 3, v = (plane.axis + 2) % 3;
  const double step = kInwardStep * size_;
  for (const bool low_u : {true, false}) {
    for (const bool low_v : {true, false}) {
      Vec3 corner, inside;
      corner[plane.axis] = plane.at;
      corner[u] = (low_u ? piece.min : piece.max)[u];
      corner[v] = (low_v ? piece.min : piece.max)[v];
      if (!std::isfinite(corner[u]) || !std::isfinite(corner[v])) continue;
      inside[plane.axis] = below ? -step : step;
      inside[u] = low_u ? step : -step;
      inside[v] = low_v ? step : -step;
      if (contains(corner + inside)) piece.corners.push_back(corner);
    }
  }
}

// The surface around a point inside fills the sphere of directions, 4 pi.
bool BoxCutter::contains(const Vec3& point) const {
  double angle = 0;
  for (const Triangle3& t : solid_.triangles) {
    angle += solid_angle(solid_.points[t[0]] - point, solid_.points[t[1]] - point, solid_.points[t[2]] - point);
  }
  return angle > 2 * std::numbers::pi;
}

}  // namespace corten
