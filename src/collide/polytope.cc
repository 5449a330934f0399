// Polytope of EPA: its first shape from a simplex of GJK, and its growth.
//
// Growing removes all faces that are visible from the new vertex. They form one patch; its border, the horizon, is
// walked in order around the patch, and each of its edges makes a new face with the vertex. Consecutive faces are
// neighbours.
#include "collide/polytope.h"

#include <algorithm>
#include <limits>

namespace corten {

namespace {

constexpr double kOnFace = kMinVal * kMinVal;  // squared distance at which the origin lies on a face

int next_of(int edge) { return edge == 2 ? 0 : edge + 1; }

// Rotation by 120 degrees about an axis of any length.
Mat3 third_turn(const Vec3& axis) {
  constexpr double kSin = 0.86602540378, kCos = -0.5;  // MuJoCo: sin(120 deg) to these digits
  const double length = norm(axis);
  const double x = axis.x / length, y = axis.y / length, z = axis.z / length;
  return {{kCos + x * x * (1 - kCos), x * y * (1 - kCos) - z * kSin, x * z * (1 - kCos) + y * kSin,
           y * x * (1 - kCos) + z * kSin, kCos + y * y * (1 - kCos), y * z * (1 - kCos) - x * kSin,
           x * z * (1 - kCos) - y * kSin, y * z * (1 - kCos) + x * kSin, kCos + z * z * (1 - kCos)}};
}

// Whether the line from p1 to p2 passes through a triangle.
bool pierces(const Vec3& p1, const Vec3& p2, const Vec3& t1, const Vec3& t2, const Vec3& t3) {
  const Vec3 line = p2 - p1, d1 = t1 - p1, d2 = t2 - p1, d3 = t3 - p1;
  const double v1 = dot(d1, cross(d2, line)), v2 = dot(d2, cross(d3, line)), v3 = dot(d3, cross(d1, line));
  return (v1 >= 0 && v2 >= 0 && v3 >= 0) || (v1 <= 0 && v2 <= 0 && v3 <= 0);
}

// Whether a point lies in a triangle.
bool contains(const Vec3& t1, const Vec3& t2, const Vec3& t3, const Vec3& p) {
  double lambda[3];
  barycentric(t1, t2, t3, p, lambda);
  if (lambda[0] < 0 || lambda[1] < 0 || lambda[2] < 0) return false;
  return norm(t1 * lambda[0] + t2 * lambda[1] + t3 * lambda[2] - p) < kMinVal;
}

// Whether the origin and p lie on the same side of the plane through a triangle.
bool origin_beside(const Vec3& t1, const Vec3& t2, const Vec3& t3, const Vec3& p) {
  const Vec3 normal = cross(t2 - t1, t3 - t1);
  const double of_point = dot(normal, p - t1), of_origin = dot(normal, -t1);
  return (of_point > 0 && of_origin > 0) || (of_point < 0 && of_origin < 0);
}

}  // namespace

Polytope::Polytope(Scratch::Frame& frame, int iterations)
    : point_(frame.take<SupportPoint>(5 + iterations)),
      origin_(frame.take<std::uint64_t>(5 + iterations)),
      face_(frame.take<PolytopeFace>(6 * iterations)),
      candidate_(frame.take<int>(6 * iterations)),
      candidate_dist2_(frame.take<double>(6 * iterations)),
      horizon_(frame.take<HorizonEdge>(6 * iterations)) {}

bool Polytope::build(Shape& a, Shape& b, const Simplex& simplex) {
  npoint_ = nface_ = ncandidate_ = 0;
  switch (simplex.count) {
    case 2:
      return from_segment(a, b, simplex);
    case 3:
      return from_triangle(a, b, simplex);
    default:
      return from_tetrahedron(a, b, simplex);
  }
}

// Two tetrahedra with a common base: support points at right angles to the segment, a third of a turn apart.
bool Polytope::from_segment(Shape& a, Shape& b, const Simplex& simplex) {
  const Vec3 p1 = simplex.point[0]->w, p2 = simplex.point[1]->w;
  center_ = (p1 + p2) * 0.5;
  const Vec3 line = p2 - p1;
  int axis = 0;  // the coordinate axis farthest from the line
  for (int i = 1; i < 3; ++i) {
    if (std::abs(line[i]) < std::abs(line[axis])) axis = i;
  }
  Vec3 unit;
  unit[axis] = 1;
  const Mat3 turn = third_turn(line);
  const Vec3 d3 = cross(unit, line), d4 = turn * d3, d5 = turn * d4;
  const int v1 = add_point(*simplex.point[0]), v2 = add_point(*simplex.point[1]);
  const int v3 = add_support(a, b, d3, norm(d3));
  const int v4 = add_support(a, b, d4, norm(d4));
  const int v5 = add_support(a, b, d5, norm(d5));
  if (attach(v1, v3, v4, 1, 3, 2) < kOnFace) return restart(a, b, v1, v3, v4);
  if (attach(v1, v5, v3, 2, 4, 0) < kOnFace) return restart(a, b, v1, v5, v3);
  if (attach(v1, v4, v5, 0, 5, 1) < kOnFace) return restart(a, b, v1, v4, v5);
  if (attach(v2, v4, v3, 5, 0, 4) < kOnFace) return restart(a, b, v2, v4, v3);
  if (attach(v2, v3, v5, 3, 1, 5) < kOnFace) return restart(a, b, v2, v3, v5);
  if (attach(v2, v5, v4, 4, 2, 3) < kOnFace) return restart(a, b, v2, v5, v4);
  if (!pierces(p1, p2, point_[v3].w, point_[v4].w, point_[v5].w)) return false;
  list_all();
  return true;
}

// Two tetrahedra with the triangle as common base: support points along its normal, both ways.
bool Polytope::from_triangle(Shape& a, Shape& b, const Simplex& simplex) {
  const Vec3 p1 = simplex.point[0]->w, p2 = simplex.point[1]->w, p3 = simplex.point[2]->w;
  center_ = (p1 + p2 + p3) * (1.0 / 3.0);
  const Vec3 normal = cross(p2 - p1, p3 - p1);
  const double length = norm(normal);
  if (length < kMinVal) return false;
  const int v1 = add_point(*simplex.point[0]), v2 = add_point(*simplex.point[1]), v3 = add_point(*simplex.point[2]);
  const int v5 = add_support(a, b, -normal, length);
  const int v4 = add_support(a, b, normal, length);
  if (contains(p1, p2, p3, point_[v4].w) || contains(p1, p2, p3, point_[v5].w)) return false;
  if (attach(v4, v1, v2, 1, 3, 2) < kOnFace || attach(v4, v3, v1, 2, 4, 0) < kOnFace ||
      attach(v4, v2, v3, 0, 5, 1) < kOnFace || attach(v5, v2, v1, 5, 0, 4) < kOnFace ||
      attach(v5, v1, v3, 3, 1, 5) < kOnFace || attach(v5, v3, v2, 4, 2, 3) < kOnFace) {
    return false;
  }
  list_all();
  return true;
}

bool Polytope::from_tetrahedron(Shape& a, Shape& b, const Simplex& simplex) {
  int v[4];
  for (int i = 0; i < 4; ++i) v[i] = add_point(*simplex.point[i]);
  const Vec3 &p1 = point_[0].w, &p2 = point_[1].w, &p3 = point_[2].w, &p4 = point_[3].w;
  center_ = (p1 + p2 + p3 + p4) * 0.25;
  if (attach(v[0], v[1], v[2], 1, 3, 2) < kOnFace) return restart(a, b, v[0], v[1], v[2]);
  if (attach(v[0], v[3], v[1], 2, 3, 0) < kOnFace) return restart(a, b, v[0], v[3], v[1]);
  if (attach(v[0], v[2], v[3], 0, 3, 1) < kOnFace) return restart(a, b, v[0], v[2], v[3]);
  if (attach(v[3], v[2], v[1], 2, 0, 1) < kOnFace) return restart(a, b, v[3], v[2], v[1]);
  if (!origin_beside(p1, p2, p3, p4) || !origin_beside(p2, p3, p4, p1) || !origin_beside(p3, p4, p1, p2) ||
      !origin_beside(p4, p1, p2, p3)) {
    return false;
  }
  list_all();
  return true;
}

// The origin lies on a face: start again from that triangle.
bool Polytope::restart(Shape& a, Shape& b, int v1, int v2, int v3) {
  Simplex triangle;
  triangle.storage[0] = point_[v1];
  triangle.storage[1] = point_[v2];
  triangle.storage[2] = point_[v3];
  triangle.count = 3;
  return build(a, b, triangle);
}

int Polytope::add_point(const SupportPoint& point) {
  point_[npoint_] = point;
  return name_last();
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

}  // namespace corten
