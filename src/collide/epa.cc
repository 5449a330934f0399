// Expanding polytope algorithm. The polytope lies inside of D = A - B and around the origin; its face nearest to the
// origin, with foot point v, gives
//
//   lower = |v| <= depth <= upper = v . s / |v|,      s: support point of D along v
//
// and s becomes a new vertex until the bounds meet. The points of the shapes follow from the barycentric coordinates of
// v in the face.
#include "collide/epa.h"

#include <algorithm>
#include <limits>

#include "collide/polytope.h"

namespace corten {

namespace {

constexpr int kMaxExpansions = 1000;
constexpr int kNone = -1;

// Expands until the nearest face is found; kNone: the polytope broke down or does not contain the origin.
int find_nearest_face(Shape& a, Shape& b, Polytope& polytope, int iterations, double tolerance) {
  const bool finite = is_polytope(a) && is_polytope(b);
  if (finite) tolerance = kMinVal;
  double upper = std::numeric_limits<double>::max(), upper2 = upper;
  int face = kNone;
  for (int k = 0; k < iterations; ++k) {
    const int last_face = face;
    face = polytope.nearest();
    if (face == kNone || polytope.face(face).dist2 > upper2) return last_face;
    const Vec3 foot = polytope.face(face).foot;
    const double lower2 = polytope.face(face).dist2;
    if (lower2 <= 0) return face;

    const double lower = std::sqrt(lower2);
    const int vertex = polytope.add_support(a, b, foot, lower);
    const double reach = dot(foot, polytope.point(vertex).w) / lower;
    if (reach < upper) {
      upper = reach;
      upper2 = upper * upper;
    }
    if (upper - lower < tolerance) return k == 0 && upper < lower - 1e-10 ? kNone : face;
    if (finite && polytope.last_is_repeated()) return face;

    switch (polytope.expand(face, vertex, lower2, upper2)) {
      case Polytope::Growth::kBroken:
        return kNone;
      case Polytope::Growth::kFull:
        return face;
      case Polytope::Growth::kGrown:
        if (polytope.candidates() == 0) return face;
    }
  }
  return face;
}

}  // namespace

EpaOutcome epa(Shape& a, Shape& b, const Simplex& simplex, int iterations, double tolerance, Scratch& scratch,
               Penetration& result) {
  iterations = std::clamp(iterations, 0, kMaxExpansions);
  Scratch::Frame frame(scratch);
  Polytope polytope(frame, iterations);
  if (!polytope.build(a, b, simplex)) return EpaOutcome::kFlat;
  const int nearest = find_nearest_face(a, b, polytope, iterations, tolerance);
  if (nearest == kNone) return EpaOutcome::kLost;

  const PolytopeFace& face = polytope.face(nearest);
  SupportPoint* corner = result.corner;
  for (int i = 0; i < 3; ++i) corner[i] = polytope.point(face.vertex[i]);
  double lambda[3];
  barycentric(corner[0].w, corner[1].w, corner[2].w, face.foot, lambda);
  result.on1 = corner[0].a * lambda[0] + corner[1].a * lambda[1] + corner[2].a * lambda[2];
  result.on2 = corner[0].b * lambda[0] + corner[1].b * lambda[1] + corner[2].b * lambda[2];
  result.dist = -std::sqrt(face.dist2);
  return EpaOutcome::kFound;
}

}  // namespace corten
