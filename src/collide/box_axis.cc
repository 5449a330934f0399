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

constexpr double kParallel = 1e-16;    // squared sine of the angle below which two edges have no cross product
constexpr double kEdgePenalty = 1e-6;  // relative
constexpr double kFaceCosine = 0.99;   // an edge axis this near to the best face's normal says the same thing ...
constexpr double kFaceGain = 0.05;     // ... unless it is better by this fraction of the depth

struct Best {
  double separation = -1e10;
  BoxAxis axis;
};

// The normals of one box. Row k of `other_axes` holds the components of the other box's axes along normal k.
bool search_faces(BoxAxis::Kind kind, const Vec3& half, const Vec3& other_pos, const Mat3& other_axes,
                  const Vec3& other_half, double reach, Best& best) {
  for (int k = 0; k < 3; ++k) {
    const double other_radius = std::abs(other_axes(k, 0)) * other_half.x + std::abs(other_axes(k, 1)) * other_half.y +
                                std::abs(other_axes(k, 2)) * other_half.z;
    const double separation = std::abs(other_pos[k]) - half[k] - other_radius;
    if (separation > reach) return false;
    if (separation > best.separation) best = {separation, {kind, k, 0}};
  }
  return true;
}

// The cross products of axis i of box 1 with the axes of box 2. (n1, n2) are the components of a product along the two
// other axes of box 1.
bool search_edges(const BoxPair& pair, int i, double reach, double face_separation, Best& best) {
  const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
  const Vec3 row1 = row(pair.rot, i1), row2 = row(pair.rot, i2);
  const double pos1 = pair.pos21[i1], pos2 = pair.pos21[i2], half1 = pair.half1[i1], half2 = pair.half1[i2];
  for (int j = 0; j < 3; ++j) {
    const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
    double n1 = -row2[j], n2 = row1[j];
    const double square = n1 * n1 + n2 * n2;
    if (square < kParallel) continue;  // such axes converge to the face normals
    const double scale = 1 / std::sqrt(square);
    n1 *= scale;
    n2 *= scale;
    const double radius1 = half1 * std::abs(n1) + half2 * std::abs(n2);
    const double radius2 = pair.half2[j1] * std::abs(n1 * row1[j1] + n2 * row2[j1]) +
                           pair.half2[j2] * std::abs(n1 * row1[j2] + n2 * row2[j2]);
    const double separation = std::abs(n1 * pos1 + n2 * pos2) - radius1 - radius2;
    if (separation > reach) return false;
    if (separation - kEdgePenalty * std::abs(separation) > best.separation && separation > face_separation) {
      best = {separation, {BoxAxis::Kind::kEdges, i, j}};
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
  Best face;
  if (!search_faces(Kind::kFace1, pair.half1, pair.pos21, pair.rot, pair.half2, reach, face) ||
      !search_faces(Kind::kFace2, pair.half2, pair.pos12, transpose(pair.rot), pair.half1, reach, face)) {
    return {};
  }
  Best best = face;
  for (int i = 0; i < 3; ++i) {
    if (!search_edges(pair, i, reach, face.separation, best)) return {};
  }
  if (best.axis.kind == Kind::kEdges && face_will_do(pair.rot, best, face)) return face.axis;
  return best.axis;
}

}  // namespace corten
