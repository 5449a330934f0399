// Penetration depth of convex shapes: expanding polytope algorithm (EPA). The polytope lies inside of the Minkowski
// difference D = A - B and around the origin; its face nearest to the origin, with foot point v, gives
//
//   lower = |v| <= depth <= upper = v . s / |v|,      s: support point of D along v
//
// and s becomes a new vertex until the bounds meet. The points of the shapes follow from the barycentric
// coordinates of v in the face.
//
// The polytope starts as a tetrahedron, if GJK left one, or as a bipyramid: two tips above and below a triangle, the
// waist. A segment gives the tips and support points around it the waist; a triangle is the waist and support points on
// either side of it are the tips.
//
// Growing removes all faces that are visible from the new vertex. They form one patch; its border, the
// horizon, is walked in order around the patch, and each of its edges makes a new face with the vertex.
// Consecutive faces are neighbours.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>

#include "collide/convex/convex.h"

namespace corten {

namespace {

constexpr int kMaxExpansions = 1000;
constexpr int kNone = -1;
constexpr double kOnFace = kMinVal * kMinVal;  // squared distance at which the origin lies on a face

int next_of(int edge) { return edge == 2 ? 0 : edge + 1; }

// ---- Surfaces to start with

// Corners of each face, counter-clockwise from outside, and the face behind the edge that starts at each of them.
template <int kFaces>
struct ClosedSurface {
  int corner[kFaces][3];
  int neighbour[kFaces][3];
};

// Two faces are neighbours where an edge of one runs against an edge of the other.
template <int kFaces>
consteval ClosedSurface<kFaces> close_surface(const int (&corner)[kFaces][3]) {
  ClosedSurface<kFaces> out{};
  for (int f = 0; f < kFaces; ++f) {
    for (int e = 0; e < 3; ++e) {
      out.corner[f][e] = corner[f][e];
      for (int g = 0; g < kFaces; ++g) {
        for (int h = 0; h < 3; ++h) {
          if (corner[g][h] == corner[f][(e + 1) % 3] && corner[g][(h + 1) % 3] == corner[f][e]) out.neighbour[f][e] = g;
        }
      }
    }
  }
  return out;
}

// Which of several faces equally near is taken, and from which corner the horizon is walked, depends on the order here.
constexpr auto kTetrahedron = close_surface<4>({{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {3, 2, 1}});
// Corners 0 and 1 are the tips; 2, 3, 4 the waist.
constexpr auto kBipyramid = close_surface<6>({{0, 2, 3}, {0, 4, 2}, {0, 3, 4}, {1, 3, 2}, {1, 2, 4}, {1, 4, 3}});

// A third of a turn about an axis of any length: c I + (1 - c) u u' + s [u]x, with u the unit vector along it.
Mat3 third_turn(const Vec3& axis) {
  constexpr double kSin = 0.86602540378, kCos = -0.5;  // MuJoCo: sin(120 deg) to these digits
  const double length = norm(axis);
  const Vec3 u{axis.x / length, axis.y / length, axis.z / length};
  const Mat3 across = skew(u);
  Mat3 turn;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) turn(i, j) = u[i] * u[j] * (1 - kCos) + (i == j ? kCos : across(i, j) * kSin);
  }
  return turn;
}

// The direction at right angles to a line that also is so to the coordinate axis farthest from it.
Vec3 away_from(const Vec3& line) {
  int axis = 0;
  for (int i = 1; i < 3; ++i) {
    if (std::abs(line[i]) < std::abs(line[axis])) axis = i;
  }
  Vec3 unit;
  unit[axis] = 1;
  return cross(unit, line);
}

// Whether the line from p to q passes through a triangle: it has all edges on the same hand, or meets some.
bool pierces(const Vec3& p, const Vec3& q, const Vec3 (&corner)[3]) {
  const Vec3 line = q - p;
  bool on_left = true, on_right = true;
  for (int i = 0; i < 3; ++i) {
    const double volume = dot(corner[i] - p, cross(corner[next_of(i)] - p, line));
    on_left &= volume >= 0;
    on_right &= volume <= 0;
  }
  return on_left || on_right;
}

// Whether a point lies in a triangle.
bool contains(const Vec3 (&corner)[3], const Vec3& p) {
  double lambda[3];
  barycentric(corner[0], corner[1], corner[2], p, lambda);
  if (lambda[0] < 0 || lambda[1] < 0 || lambda[2] < 0) return false;
  return norm(corner[0] * lambda[0] + corner[1] * lambda[1] + corner[2] * lambda[2] - p) < kMinVal;
}

// Whether the origin is truly inside a tetrahedron: for each side, where the fourth corner is.
bool contains_origin(const Vec3 (&corner)[4]) {
  for (int i = 0; i < 4; ++i) {
    const Vec3 &p = corner[i], &q = corner[(i + 1) & 3], &r = corner[(i + 2) & 3];
    const Vec3 normal = cross(q - p, r - p);
    const double of_corner = dot(normal, corner[(i + 3) & 3] - p), of_origin = dot(normal, -p);
    if (!((of_corner > 0 && of_origin > 0) || (of_corner < 0 && of_origin < 0))) return false;
  }
  return true;
}

// ---- The polytope

struct PolytopeFace {
  enum : int { kUnlisted = -1, kDeleted = -2 };

  int vertex[3];
  int neighbour[3];  // face across the edge that starts at the vertex
  int place;         // place in the list of candidates, or one of the values above
  Vec3 foot;         // projection of the origin, points outward
  double dist2;      // |foot|^2
};

// An edge of a face that stays, next to faces that are removed.
struct HorizonEdge {
  int face, edge;
};

class Polytope {
 public:
  Polytope(Scratch::Frame& frame, int iterations);

  // First polytope from a simplex of two to four points; false if it degenerates.
  bool build(Shape& a, Shape& b, const Simplex& simplex);

  // Support point of A - B in the given direction of the given length; returns its index.
  int add_support(Shape& a, Shape& b, const Vec3& dir, double length);

  // Candidate nearest to the origin, kNone: there is none.
  int nearest() const;
  int candidates() const { return ncandidate_; }

  enum class Growth { kGrown, kFull, kBroken };
  // Replaces all faces that see `vertex`, starting from `face`. New faces are candidates when their squared distance is
  // between the bounds.
  Growth expand(int face, int vertex, double lower2, double upper2);

  const PolytopeFace& face(int i) const { return face_[i]; }
  const SupportPoint& point(int i) const { return point_[i]; }
  // Whether the last point comes from the same two vertices as an earlier one. (Features of a prism are all -1.)
  bool last_is_repeated() const;

 private:
  // What became of a start: the polytope is sound, is not, or has the origin on its last face.
  enum class Start { kSound, kFlat, kTouched };
  Start around_segment(Shape& a, Shape& b);
  Start around_triangle(Shape& a, Shape& b);
  Start as_tetrahedron();
  // Adds the faces of a surface whose corners are these points, as far as the first with the origin on it.
  template <int kFaces>
  bool covers(const ClosedSurface<kFaces>& surface, const int* corner);

  void take_points(const SupportPoint* const* points, int count);
  int name_last();
  double attach(int v1, int v2, int v3, int n1, int n2, int n3);
  void list_all();
  void list(int face);
  void remove(int face);
  void look_across(const PolytopeFace& face, int edge, const Vec3& eye);

  std::span<SupportPoint> point_;
  std::span<std::uint64_t> origin_;  // the two features that each point comes from
  std::span<PolytopeFace> face_;
  std::span<int> candidate_;  // faces that may hold the answer
  std::span<double> candidate_dist2_;
  std::span<HorizonEdge> horizon_;
  int npoint_ = 0, nface_ = 0, ncandidate_ = 0, nhorizon_ = 0;
  Vec3 center_;
};

Polytope::Polytope(Scratch::Frame& frame, int iterations)
    : point_(frame.take<SupportPoint>(5 + iterations)),
      origin_(frame.take<std::uint64_t>(5 + iterations)),
      face_(frame.take<PolytopeFace>(6 * iterations)),
      candidate_(frame.take<int>(6 * iterations)),
      candidate_dist2_(frame.take<double>(6 * iterations)),
      horizon_(frame.take<HorizonEdge>(6 * iterations)) {}

void Polytope::take_points(const SupportPoint* const* points, int count) {
  npoint_ = nface_ = ncandidate_ = 0;
  for (int i = 0; i < count; ++i) {
    point_[npoint_] = *points[i];
    name_last();
  }
}

bool Polytope::build(Shape& a, Shape& b, const Simplex& simplex) {
  take_points(simplex.point, simplex.count);
  Start start = simplex.count == 2   ? around_segment(a, b)
                : simplex.count == 3 ? around_triangle(a, b)
                                     : as_tetrahedron();
  if (start == Start::kTouched && simplex.count != 3) {
    // That face becomes the waist.
    const int* vertex = face_[nface_ - 1].vertex;
    const SupportPoint waist[3] = {point_[vertex[0]], point_[vertex[1]], point_[vertex[2]]};
    const SupportPoint* const points[3] = {&waist[0], &waist[1], &waist[2]};
    take_points(points, 3);
    start = around_triangle(a, b);
  }
  if (start != Start::kSound) return false;
  list_all();
  return true;
}

template <int kFaces>
bool Polytope::covers(const ClosedSurface<kFaces>& surface, const int* corner) {
  for (int f = 0; f < kFaces; ++f) {
    const auto& [c1, c2, c3] = surface.corner[f];
    const auto& [n1, n2, n3] = surface.neighbour[f];
    if (attach(corner[c1], corner[c2], corner[c3], n1, n2, n3) < kOnFace) return false;
  }
  return true;
}

// The waist: support points at right angles to the segment, a third of a turn apart.
Polytope::Start Polytope::around_segment(Shape& a, Shape& b) {
  const Vec3 p = point_[0].w, q = point_[1].w, line = q - p;
  center_ = (p + q) * 0.5;
  const Mat3 turn = third_turn(line);
  Vec3 direction = away_from(line), waist[3];
  for (Vec3& corner : waist) {
    corner = point_[add_support(a, b, direction, norm(direction))].w;
    direction = turn * direction;
  }
  constexpr int kCorners[5] = {0, 1, 2, 3, 4};
  if (!covers(kBipyramid, kCorners)) return Start::kTouched;
  return pierces(p, q, waist) ? Start::kSound : Start::kFlat;
}

// The tips: support points along the normal of the triangle, both ways.
Polytope::Start Polytope::around_triangle(Shape& a, Shape& b) {
  const Vec3 waist[3] = {point_[0].w, point_[1].w, point_[2].w};
  center_ = (waist[0] + waist[1] + waist[2]) * (1.0 / 3.0);
  const Vec3 normal = cross(waist[1] - waist[0], waist[2] - waist[0]);
  const double length = norm(normal);
  if (length < kMinVal) return Start::kFlat;
  const int below = add_support(a, b, -normal, length), above = add_support(a, b, normal, length);
  if (contains(waist, point_[above].w) || contains(waist, point_[below].w)) return Start::kFlat;
  const int corners[5] = {above, below, 0, 1, 2};
  return covers(kBipyramid, corners) ? Start::kSound : Start::kTouched;
}

Polytope::Start Polytope::as_tetrahedron() {
  const Vec3 corner[4] = {point_[0].w, point_[1].w, point_[2].w, point_[3].w};
  center_ = (corner[0] + corner[1] + corner[2] + corner[3]) * 0.25;
  constexpr int kCorners[4] = {0, 1, 2, 3};
  if (!covers(kTetrahedron, kCorners)) return Start::kTouched;
  return contains_origin(corner) ? Start::kSound : Start::kFlat;
}

int Polytope::name_last() {
  const SupportPoint& p = point_[npoint_];
  origin_[npoint_] =
      std::uint64_t{static_cast<std::uint32_t>(p.feature_a)} << 32 | static_cast<std::uint32_t>(p.feature_b);
  return npoint_++;
}

bool Polytope::last_is_repeated() const {
  const std::uint64_t last = origin_[npoint_ - 1];
  int same = 0;  // counted without a branch
  for (int i = 0; i < npoint_ - 1; ++i) same += origin_[i] == last;
  return same > 0;
}

int Polytope::add_support(Shape& a, Shape& b, const Vec3& dir, double length) {
  Vec3 unit{1, 0, 0};
  if (length > kMinVal) unit = {dir.x / length, dir.y / length, dir.z / length};
  support(a, b, unit, point_[npoint_]);
  return name_last();
}

// Adds a face and returns its squared distance from the origin, 0 if it has no area.
double Polytope::attach(int v1, int v2, int v3, int n1, int n2, int n3) {
  PolytopeFace& f = face_[nface_++];
  f.vertex[0] = v1, f.vertex[1] = v2, f.vertex[2] = v3;
  f.neighbour[0] = n1, f.neighbour[1] = n2, f.neighbour[2] = n3;
  f.place = PolytopeFace::kUnlisted;
  f.dist2 = 0;
  Vec3 foot;
  if (!project_origin(point_[v3].w, point_[v2].w, point_[v1].w, foot)) return 0;
  if (dot(foot, point_[v1].w - center_) < 0) foot = -foot;
  store(f.foot, foot);
  f.dist2 = dot(foot, foot);
  return f.dist2;
}

void Polytope::list(int face) {
  face_[face].place = ncandidate_;
  candidate_[ncandidate_] = face;
  candidate_dist2_[ncandidate_++] = face_[face].dist2;
}

void Polytope::list_all() {
  for (int i = 0; i < nface_; ++i) list(i);
}

void Polytope::remove(int face) {
  PolytopeFace& f = face_[face];
  if (f.place >= 0) {
    const int last = candidate_[--ncandidate_];
    candidate_[f.place] = last;
    candidate_dist2_[f.place] = candidate_dist2_[ncandidate_];
    face_[last].place = f.place;
  }
  f.place = PolytopeFace::kDeleted;
}

int Polytope::nearest() const {
  int best = -1;
  double least = std::numeric_limits<double>::max();
  for (int i = 0; i < ncandidate_; ++i) {
    if (candidate_dist2_[i] < least) {
      least = candidate_dist2_[i];
      best = i;
    }
  }
  return best < 0 ? -1 : candidate_[best];
}

// Goes over an edge of a removed face. The face behind it that the eye sees goes too, and what is behind its other
// edges; otherwise the edge belongs to the horizon.
void Polytope::look_across(const PolytopeFace& face, int edge, const Vec3& eye) {
  const int id = face.neighbour[edge];
  const PolytopeFace& other = face_[id];
  if (other.place == PolytopeFace::kDeleted) return;
  const int shared = face.vertex[next_of(edge)];
  const int back = other.vertex[0] == shared ? 0 : other.vertex[1] == shared ? 1 : 2;
  if (dot(other.foot, eye) - other.dist2 > kMinVal) {
    remove(id);
    look_across(other, next_of(back), eye);
    look_across(other, next_of(next_of(back)), eye);
    return;
  }
  // One edge more than there is room for makes expand() give up.
  if (nhorizon_ < static_cast<int>(horizon_.size())) horizon_[nhorizon_] = {id, back};
  ++nhorizon_;
}

Polytope::Growth Polytope::expand(int face, int vertex, double lower2, double upper2) {
  const Vec3 eye = point_[vertex].w;
  nhorizon_ = 0;
  remove(face);
  for (int edge = 0; edge < 3; ++edge) look_across(face_[face], edge, eye);
  if (nhorizon_ < 3) return Growth::kBroken;
  if (nhorizon_ > static_cast<int>(face_.size()) - nface_) return Growth::kFull;

  const int first = nface_;
  for (int i = 0; i < nhorizon_; ++i) {
    const auto [outer, edge] = horizon_[i];
    const int previous = first + (i == 0 ? nhorizon_ - 1 : i - 1), next = first + (i + 1 == nhorizon_ ? 0 : i + 1);
    const int start = face_[outer].vertex[edge], end = face_[outer].vertex[next_of(edge)];
    face_[outer].neighbour[edge] = first + i;
    const double dist2 = attach(vertex, end, start, previous, outer, next);
    if (dist2 == 0) return Growth::kBroken;
    if (dist2 >= lower2 && dist2 <= upper2) list(first + i);
  }
  return Growth::kGrown;
}

// ---- The search

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
