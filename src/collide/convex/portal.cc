// Minkowski portal refinement (Snethen, "XenoCollide", 2008), as in the library libccd that MuJoCo used
// before it had its own search.
//
// c is an inner point of the difference A - B. A portal is a triangle of support points that the ray from c through the
// origin o passes. Support points along its normal move it outwards until the origin is behind it (the shapes overlap)
// or cannot be, and then on until the surface of A - B is nearer than the tolerance:
//
//        c ---- o --> portal |  surface           depth = distance of o and the portal
//
// The depth is that along the ray, not the smallest one. MuJoCo: all comparisons with zero allow for one epsilon.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "collide/convex/convex.h"

namespace corten {

namespace {

// ---- Support points
//
// These take the middle where a side or an edge is at right angles to the direction: sign(0) = 0.
// MuJoCo: ties are broken otherwise in support.cc; contact points of flat sides depend on it. A walk along a hull
// starts at the vertex found last, or at the first one.

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

// Support point of A - B, inflated by the margins.
void portal_support(Shape& a, Shape& b, const Vec3& dir, SupportPoint& out) {
  out.a = inflated_support(a, dir);
  out.b = inflated_support(b, -dir);
  out.w = out.a - out.b;
}

// ---- The search

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr int kMaxRounds = 10000;  // no search of sound shapes comes near

bool is_zero(double x) { return std::abs(x) < kEpsilon; }
bool is_equal(double x, double y) { return std::abs(x - y) < kEpsilon * std::max({1.0, std::abs(x), std::abs(y)}); }
bool is_zero(const Vec3& v) { return is_zero(v.x) && is_zero(v.y) && is_zero(v.z); }
// At most, or at least, up to rounding.
bool reaches(double x, double bound) { return is_equal(x, bound) || x > bound; }
bool within(double x, double bound) { return is_equal(x, bound) || x < bound; }

Vec3 unit(const Vec3& v) { return v * (1 / norm(v)); }
double triple(const Vec3& a, const Vec3& b, const Vec3& c) { return dot(cross(a, b), c); }
Vec3 middle(const SupportPoint& p) { return (p.a + p.b) * 0.5; }

Vec3 nearest_on_segment(const Vec3& p, const Vec3& q) {
  const Vec3 line = q - p;
  const double t = -dot(p, line) / dot(line, line);
  if (t < 0 || is_zero(t)) return p;
  return reaches(t, 1) ? q : line * t + p;
}

// The point of a triangle that is nearest to the origin.
Vec3 nearest_on_triangle(const Vec3& p, const Vec3& q, const Vec3& r) {
  const Vec3 e = q - p, f = r - p;
  const double ee = dot(e, e), ff = dot(f, f), ef = dot(e, f), pe = dot(p, e), pf = dot(p, f);
  const double det = ff * ee - ef * ef;
  if (!is_zero(det)) {
    const double s = (pf * ef - ff * pe) / det, t = (-s * ef - pf) / ff;
    if (reaches(s, 0) && within(s, 1) && reaches(t, 0) && within(t, 1) && within(s + t, 1)) return p + e * s + f * t;
  }
  Vec3 best = nearest_on_segment(p, q);
  for (const Vec3& other : {nearest_on_segment(p, r), nearest_on_segment(q, r)}) {
    if (dot(other, other) < dot(best, best)) best = other;
  }
  return best;
}

enum class Discovery { kSeparated, kTouching, kOnRay, kPortal };

class PortalSearch {
 public:
  PortalSearch(Shape& a, Shape& b, double tolerance, int max_iterations)
      : a_(a), b_(b), tolerance_(tolerance), max_iterations_(max_iterations) {}

  bool run(PortalContact& out);

 private:
  Discovery discover();
  Discovery complete(Vec3 direction);
  bool refine();
  void expand_to_surface();
  void expand(const SupportPoint& p);
  Vec3 normal() const { return unit(cross(v_[2].w - v_[1].w, v_[3].w - v_[1].w)); }
  bool is_at_surface(const SupportPoint& p, const Vec3& direction) const;
  Vec3 contact_point() const;

  SupportPoint v_[4];  // the centre, then the portal, whose normal points away from it
  Shape& a_;
  Shape& b_;
  double tolerance_;
  int max_iterations_;
};

Discovery PortalSearch::discover() {
  v_[0].a = center(a_), v_[0].b = center(b_);
  v_[0].w = v_[0].a - v_[0].b;
  if (is_zero(v_[0].w)) v_[0].w.x += 10 * kEpsilon;  // any direction will do

  Vec3 direction = unit(-v_[0].w);
  portal_support(a_, b_, direction, v_[1]);
  if (within(dot(v_[1].w, direction), 0)) return Discovery::kSeparated;

  direction = cross(v_[0].w, v_[1].w);
  if (is_zero(dot(direction, direction))) return is_zero(v_[1].w) ? Discovery::kTouching : Discovery::kOnRay;
  direction = unit(direction);
  portal_support(a_, b_, direction, v_[2]);
  if (within(dot(v_[2].w, direction), 0)) return Discovery::kSeparated;

  direction = unit(cross(v_[1].w - v_[0].w, v_[2].w - v_[0].w));
  if (dot(direction, v_[0].w) > 0) {
    std::swap(v_[1], v_[2]);
    direction = -direction;
  }
  return complete(direction);
}

// Turns the triangle of the centre and two support points about the ray until a third one closes the portal.
Discovery PortalSearch::complete(Vec3 direction) {
  const auto is_outside = [](double side) { return side < 0 && !is_zero(side); };
  for (int round = 0; round < kMaxRounds; ++round) {
    portal_support(a_, b_, direction, v_[3]);
    if (within(dot(v_[3].w, direction), 0)) return Discovery::kSeparated;
    if (is_outside(triple(v_[1].w, v_[3].w, v_[0].w))) {
      v_[2] = v_[3];
    } else if (is_outside(triple(v_[3].w, v_[2].w, v_[0].w))) {
      v_[1] = v_[3];
    } else {
      return Discovery::kPortal;
    }
    direction = unit(cross(v_[1].w - v_[0].w, v_[2].w - v_[0].w));
  }
  return Discovery::kSeparated;
}

bool PortalSearch::is_at_surface(const SupportPoint& p, const Vec3& direction) const {
  const double farthest = dot(p.w, direction);
  double gap = farthest - dot(v_[1].w, direction);
  for (int i : {2, 3}) gap = std::min(gap, farthest - dot(v_[i].w, direction));
  return within(gap, tolerance_);
}

// Replaces the corner of the portal so that the ray still passes it.
void PortalSearch::expand(const SupportPoint& p) {
  const Vec3 side = cross(p.w, v_[0].w);
  if (dot(v_[1].w, side) > 0) {
    v_[dot(v_[2].w, side) > 0 ? 1 : 3] = p;
  } else {
    v_[dot(v_[3].w, side) > 0 ? 2 : 1] = p;
  }
}

// False: the origin stays outside.
bool PortalSearch::refine() {
  for (int round = 0; round < kMaxRounds; ++round) {
    const Vec3 direction = normal();
    if (reaches(dot(direction, v_[1].w), 0)) return true;
    SupportPoint p;
    portal_support(a_, b_, direction, p);
    if (!reaches(dot(p.w, direction), 0) || is_at_surface(p, direction)) return false;
    expand(p);
  }
  return false;
}

void PortalSearch::expand_to_surface() {
  for (int iteration = 0;; ++iteration) {
    const Vec3 direction = normal();
    SupportPoint p;
    portal_support(a_, b_, direction, p);
    if (is_at_surface(p, direction) || iteration > max_iterations_) return;
    expand(p);
  }
}

// The points of A and B that the origin stands for, by its barycentric coordinates: in the tetrahedron of centre and
// portal, or in the portal alone where that is flat.
Vec3 PortalSearch::contact_point() const {
  double weight[4] = {triple(v_[1].w, v_[2].w, v_[3].w), triple(v_[3].w, v_[2].w, v_[0].w),
                      triple(v_[0].w, v_[1].w, v_[3].w), triple(v_[2].w, v_[1].w, v_[0].w)};
  double sum = weight[0] + weight[1] + weight[2] + weight[3];
  if (within(sum, 0)) {
    const Vec3 direction = normal();
    weight[0] = 0;
    weight[1] = triple(v_[2].w, v_[3].w, direction);
    weight[2] = triple(v_[3].w, v_[1].w, direction);
    weight[3] = triple(v_[1].w, v_[2].w, direction);
    sum = weight[1] + weight[2] + weight[3];
  }
  Vec3 on_a, on_b;
  for (int i = 0; i < 4; ++i) {
    on_a += v_[i].a * weight[i];
    on_b += v_[i].b * weight[i];
  }
  return (on_a * (1 / sum) + on_b * (1 / sum)) * 0.5;
}

bool PortalSearch::run(PortalContact& out) {
  switch (discover()) {
    case Discovery::kSeparated:
      return false;
    case Discovery::kTouching:
      out = {0, {}, middle(v_[1])};
      return true;
    case Discovery::kOnRay:
      out = {norm(v_[1].w), unit(v_[1].w), middle(v_[1])};
      return true;
    case Discovery::kPortal:
      break;
  }
  if (!refine()) return false;
  expand_to_surface();
  const Vec3 nearest = nearest_on_triangle(v_[1].w, v_[2].w, v_[3].w);
  out.depth = norm(nearest);
  out.direction = is_zero(out.depth) ? Vec3{} : unit(nearest);
  out.pos = contact_point();
  return true;
}

}  // namespace

bool find_penetration(Shape& a, Shape& b, double tolerance, int max_iterations, PortalContact& out) {
  return PortalSearch(a, b, tolerance, max_iterations).run(out);
}

}  // namespace corten
