// Distance of convex shapes (Gilbert, Johnson, Keerthi: GJK) on their Minkowski difference D = A - B: min |x|, x in D.
//
//   x_k   point of the current simplex nearest to the origin
//   s_k   support point of D in direction -x_k
//
// x_k . s_k / |x_k| bounds the distance from below; the duality gap x_k . (x_k - s_k) bounds the error of x_k. A
// simplex of four points that contains the origin proves that the shapes overlap.
//
// Where no distance is wanted and the simplex has become a tetrahedron, a second method takes over: it flips the
// tetrahedron over the side that has the origin farthest outside, until the origin is inside or a side separates.
#include <utility>

#include "collide/convex/convex.h"

namespace corten {

namespace {

constexpr double kMaxSquare = 1e20;  // MuJoCo: squared length above which a normal is not used

enum class Overlap { kYes, kNo, kUnknown };

struct FacePlane {
  Vec3 normal;
  double dist;  // of the origin, positive inside; kNoDistance: the triangle has no normal
};

FacePlane plane_through(const Vec3& p1, const Vec3& p2, const Vec3& p3) {
  const Vec3 normal = cross(p3 - p1, p2 - p1);
  const double square = dot(normal, normal);
  if (!(square > kMinVal * kMinVal && square < kMaxSquare)) return {normal, kNoDistance};
  const Vec3 unit = normal * (1 / std::sqrt(square));
  return {unit, dot(unit, p1)};
}

// The side opposite to each corner of a tetrahedron, in the order in which plane_through() sees it from inside.
constexpr int kSide[4][3] = {{2, 1, 3}, {0, 2, 3}, {1, 0, 3}, {0, 1, 2}};

// The side that has the origin farthest outside, of equals the last; its distance is zero where any of them is, since
// the origin then is inside and outside at once.
struct Outermost {
  int corner;  // opposite to the side
  FacePlane side;
};

Outermost outermost_side(SupportPoint* const* corner) {
  Outermost worst{-1, {{}, kNoDistance}};
  bool on_side = false;
  for (int k = 0; k < 4; ++k) {
    const FacePlane side = plane_through(corner[kSide[k][0]]->w, corner[kSide[k][1]]->w, corner[kSide[k][2]]->w);
    on_side |= side.dist == 0;
    if (side.dist <= worst.side.dist) worst = {k, side};
  }
  if (on_side) worst.side.dist = 0;
  return worst;
}

// Flips the tetrahedron `simplex` through D towards the origin; on kYes it is one that contains the origin.
Overlap flip_towards_origin(Shape& a, Shape& b, int& iteration, int iterations, Simplex& simplex) {
  SupportPoint** corner = simplex.point;
  for (; iteration < iterations; ++iteration) {
    const auto [farthest, side] = outermost_side(corner);
    if (side.dist == 0) return Overlap::kUnknown;
    if (side.dist > 0) return Overlap::kYes;
    support(a, b, side.normal, *corner[farthest]);
    if (dot(side.normal, corner[farthest]->w) < 0) return Overlap::kNo;
    std::swap(corner[(farthest + 1) & 3], corner[(farthest + 2) & 3]);  // the normals point outward again
  }
  return Overlap::kUnknown;
}

void support_towards_origin(Shape& a, Shape& b, const Vec3& x, double length, SupportPoint& out) {
  support(a, b, -(x * (1 / length)), out);
}

Vec3 combine(const Simplex& simplex, const double lambda[4], Vec3 SupportPoint::*member) {
  Vec3 sum = simplex.point[0]->*member * lambda[0];
  for (int i = 1; i < simplex.count; ++i) sum += simplex.point[i]->*member * lambda[i];
  return sum;
}

// Moves the points with a coordinate to the front.
void drop_unused(Simplex& simplex, double lambda[4]) {
  int n = 0;
  for (int i = 0; i < 4; ++i) {
    if (lambda[i] == 0) continue;
    std::swap(simplex.point[n], simplex.point[i]);
    lambda[n++] = lambda[i];
  }
  simplex.count = n;
}

void report_separated(GjkResult& result) {
  result.separated = true;
  result.witness = false;
  result.dist = kNoDistance;
  result.simplex.count = 0;
}

}  // namespace

void gjk(Shape& a, Shape& b, const GjkLimits& limits, GjkResult& result) {
  const bool want_distance = limits.cutoff > 0;
  const double cutoff2 = limits.cutoff * limits.cutoff;
  const bool finite = is_polytope(a) && is_polytope(b);
  const double least_gap = finite ? 0 : 0.5 * (limits.tolerance * limits.tolerance);
  const double least_length = finite ? kMinVal : limits.tolerance;
  Simplex& simplex = result.simplex;
  simplex.count = 0;
  result.separated = false;
  result.on1 = center(a);
  result.on2 = center(b);
  Vec3 x = result.on1 - result.on2;
  double length = norm(x), last_length = 0, lambda[4];
  bool may_flip = !want_distance;
  for (int k = 0; k < limits.iterations; ++k) {
    if (length < least_length || std::abs(last_length - length) < kMinVal) break;
    SupportPoint& s = *simplex.point[simplex.count];
    support_towards_origin(a, b, x, length, s);
    if (dot(x, x - s.w) < least_gap) break;
    const double bound = dot(x, s.w);
    if (bound > 0 && (!want_distance || bound * bound >= cutoff2 * (length * length))) return report_separated(result);

    if (simplex.count == 3 && may_flip) {
      const SupportPoint saved[4] = {*simplex.point[0], *simplex.point[1], *simplex.point[2], *simplex.point[3]};
      const Overlap overlap = flip_towards_origin(a, b, k, limits.iterations, simplex);
      if (overlap == Overlap::kNo) return report_separated(result);
      if (overlap == Overlap::kYes) {
        simplex.count = 4;
        result.witness = false;
        result.dist = 0;
        return;
      }
      may_flip = false;
      for (int i = 0; i < 4; ++i) *simplex.point[i] = saved[i];
    }

    nearest_to_origin(simplex.point, simplex.count + 1, lambda);
    drop_unused(simplex, lambda);
    if (simplex.count == 0) return report_separated(result);
    x = combine(simplex, lambda, &SupportPoint::w);
    last_length = length;
    length = norm(x);
    if (simplex.count == 4) break;
  }
  if (simplex.count > 0) {
    result.on1 = combine(simplex, lambda, &SupportPoint::a);
    result.on2 = combine(simplex, lambda, &SupportPoint::b);
  }
  // The loop may have ended before the last support point was looked at.
  SupportPoint last;
  support_towards_origin(a, b, x, length, last);
  result.separated = dot(x, last.w) > 0;
  result.witness = true;
  result.dist = simplex.count == 4 && !result.separated ? 0 : length;
}

}  // namespace corten
