// Separating axes of two boxes: three face normals of each and nine cross products of an edge of each.
//
//   separation(n) = |n . p| - r1(n) - r2(n),   r(n) = sum_k half_k |n . axis_k|
//
// p is the vector between the centres. The axis of the largest separation is the contact normal. Faces are preferred to
// edges when both are about as good: they give several contacts, and a resting stack does not alternate between the
// two.
#include "collide/box_axis.h"

#include <cmath>

namespace corten {

namespace {

constexpr double kParallel = 1e-16;         // squared sine of the angle below which two edges have no cross product
constexpr double kOverlapRounding = 1e-12;  // of an overlap, relative to the sizes of the boxes
constexpr double kEdgePenalty = 1e-6;       // relative
constexpr double kFaceCosine = 0.99;        // an edge axis this near to the best face's normal says the same thing ...
constexpr double kFaceGain = 0.05;          // ... unless it is better by this fraction of the depth

struct Best {
  double separation = -1e10;
  BoxAxis axis;
};

// The normals of one box. Row k of `abs_axes` holds how much of the other box's axes lies along normal k.
bool search_faces(BoxAxis::Kind kind, const Vec3& half, const Vec3& other_pos, const Mat3& abs_axes,
                  const Vec3& other_half, double reach, Best& best) {
  for (int k = 0; k < 3; ++k) {
    const double other_radius = dot(row(abs_axes, k), other_half);
    const double separation = std::abs(other_pos[k]) - half[k] - other_radius;
    if (separation > reach) return false;
    if (separation > best.separation) best = {separation, {kind, k, 0}};
  }
  return true;
}

// Separation along the cross product of axis i of box 1 and axis j of box 2.
double edge_separation(const BoxPair& pair, int i, int j) {
  const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
  const Mat3& rot = pair.rot;
  double n1 = -rot(i2, j), n2 = rot(i1, j);  // along axes i1 and i2 of box 1
  const double scale = 1 / std::sqrt(n1 * n1 + n2 * n2);
  n1 *= scale;
  n2 *= scale;
  const double radius1 = pair.half1[i1] * std::abs(n1) + pair.half1[i2] * std::abs(n2);
  const double radius2 = pair.half2[j1] * std::abs(n1 * rot(i1, j1) + n2 * rot(i2, j1)) +
                         pair.half2[j2] * std::abs(n1 * rot(i1, j2) + n2 * rot(i2, j2));
  return std::abs(n1 * pair.pos21[i1] + n2 * pair.pos21[i2]) - radius1 - radius2;
}

// True if the cross product n surely overlaps more than `best`. The components of n in either box are entries of rot,
// so that this needs no root; but rounding shows where n is short, hence the tolerance.
bool overlaps_more(const BoxPair& pair, const Mat3& abs_rot, int i, int j, double square, double best,
                   double tolerance) {
  const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
  const double radius1 = pair.half1[i1] * abs_rot(i2, j) + pair.half1[i2] * abs_rot(i1, j);
  const double radius2 = pair.half2[j1] * abs_rot(i, j2) + pair.half2[j2] * abs_rot(i, j1);
  const double between = std::abs(pair.rot(i1, j) * pair.pos21[i2] - pair.rot(i2, j) * pair.pos21[i1]);
  const double overlap = radius1 + radius2 - between - tolerance;  // times |n|
  return best < 0 && overlap > 0 && overlap * overlap > best * best * square;
}

// The cross products.
bool search_edges(const BoxPair& pair, const Mat3& abs_rot, double reach, Best& best) {
  const double face_separation = best.separation;
  const double tolerance = kOverlapRounding * pair.extent();
#pragma GCC unroll 3
  for (int i = 0; i < 3; ++i) {
#pragma GCC unroll 3  // the indices are then known to the compiler
    for (int j = 0; j < 3; ++j) {
      const double n1 = pair.rot((i + 2) % 3, j), n2 = pair.rot((i + 1) % 3, j), square = n1 * n1 + n2 * n2;
      if (square < kParallel) continue;  // such axes converge to the face normals
      if (overlaps_more(pair, abs_rot, i, j, square, best.separation, tolerance)) continue;
      const double separation = edge_separation(pair, i, j);
      if (separation > reach) return false;
      if (separation - kEdgePenalty * std::abs(separation) > best.separation && separation > face_separation) {
        best = {separation, {BoxAxis::Kind::kEdges, i, j}};
      }
    }
  }
  return true;
}

// True if the edges' axis is nearly the face's normal and not clearly better.
bool face_will_do(const Mat3& rot, const Best& edges, const Best& face) {
  const Vec3 axis = edge_axis(rot, edges.axis.i, edges.axis.j);
  const double cosine = face.axis.kind == BoxAxis::Kind::kFace1 ? axis[face.axis.i] : dot(axis, col(rot, face.axis.i));
  return std::abs(cosine) > kFaceCosine &&
         edges.separation < face.separation + kFaceGain * std::abs(face.separation) + kMinVal;
}

}  // namespace

Vec3 edge_axis(const Mat3& rot, int i, int j) {
  const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
  Vec3 axis;
  axis[i1] = -rot(i2, j);
  axis[i2] = rot(i1, j);
  normalize(axis);
  return axis;
}

BoxAxis find_box_axis(const BoxPair& pair, double reach) {
  using Kind = BoxAxis::Kind;
  Mat3 abs_rot;
  for (int k = 0; k < 9; ++k) abs_rot.m[k] = std::abs(pair.rot.m[k]);
  Best face;
  if (!search_faces(Kind::kFace1, pair.half1, pair.pos21, abs_rot, pair.half2, reach, face) ||
      !search_faces(Kind::kFace2, pair.half2, pair.pos12, transpose(abs_rot), pair.half1, reach, face)) {
    return {};
  }
  Best best = face;
  if (!search_edges(pair, abs_rot, reach, best)) return {};
  if (best.axis.kind == Kind::kEdges && face_will_do(pair.rot, best, face)) return face.axis;
  return best.axis;
}

}  // namespace corten
