// Contact manifold of two oriented boxes, by separating axes (SAT). Of 15 directions, three face normals of each
// box and nine cross products of an edge of each, the one along which the boxes are farthest apart, or overlap
// least, is the contact normal:
//
//   gap(n) = |n . c| - r1(n) - r2(n),   r(n) = sum_k half_k |n . axis_k|,   c: from centre to centre
//
// and says what touches:
//
//   a face    The face of the other box that looks against it is cut by the face's four sides. Each vertex of the
//             remaining polygon, at most eight, is a contact; dist is its height above the face.
//   two edges One contact, midway between the nearest points of the edges; dist is their distance along the normal.
//
// Faces are preferred to edges when both are about as good: they give several contacts, and a resting stack does not
// alternate between the two. Positions lie midway between the two surfaces.
#include <algorithm>
#include <bit>
#include <cmath>

#include "collide/pairs/pairs.h"
#include "collide/shapes.h"
#include "math/kernels/kernels.h"

namespace corten {

namespace {

constexpr double kContactRounding = 1e-13;  // error of a gap, relative to the sizes of the boxes
constexpr double kCrossRounding = 1e-12;    // error of a gap times |n|, the same
constexpr double kParallel = 1e-16;         // squared sine of the angle below which two edges have no cross product
constexpr double kEdgeHandicap = 1e-6;      // of a gap between edges, relative
constexpr double kSameDirection = 0.99;     // cosine from which a cross product says the same as the best face ...
constexpr double kClearlyBetter = 0.05;     // ... unless its gap is larger by this fraction
constexpr double kNoSign = 1e-9;            // a component of a unit vector below this has no sign
constexpr double kDuplicate = 1e-14;        // squared distance of equal vertices, relative to the face

// The two axes after one, in cyclic order.
constexpr int after(int axis) { return (axis + 1) % 3; }
constexpr int before(int axis) { return (axis + 2) % 3; }

// Two boxes, each seen from the other.
struct BoxPair {
  BoxPair(const Placed& box1, const Placed& box2) : half1(box1.size), half2(box2.size) {
    kernels::relate_boxes(box1.pos, box1.mat, half1, box2.pos, box2.mat, half2, lanes);
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) axes2(i, j) = lanes.axes2[i][j];
    }
    store(center2, {lanes.center2[0], lanes.center2[1], lanes.center2[2]});
    store(center1, {lanes.center1[0], lanes.center1[1], lanes.center1[2]});
  }

  kernels::BoxAxes lanes;
  Mat3 axes2;                 // axes of box 2 in the frame of box 1, as columns
  Vec3 center2;               // of box 2 in the frame of box 1
  Vec3 center1;               // of box 1 in the frame of box 2
  const Vec3 &half1, &half2;  // half sizes

  double extent() const { return half1.x + half1.y + half1.z + half2.x + half2.y + half2.z; }
};

// ---- The direction of contact

enum class Touch { kNothing, kFaceOf1, kFaceOf2, kEdges };

struct Direction {
  Touch touch = Touch::kNothing;
  int axis = 0;   // of the box with the face, or of box 1
  int axis2 = 0;  // edges: of box 2
  double gap = -1e10;
};

// Unit vector at right angles to axis i of box 1 and axis j of box 2, in the frame of box 1.
Vec3 common_normal(const Mat3& axes2, int i, int j) {
  Vec3 normal;
  normal[after(i)] = -axes2(before(i), j);
  normal[before(i)] = axes2(after(i), j);
  normalize(normal);
  return normal;
}

// The normals of one box. False if the boxes are farther apart than `reach`.
bool try_faces(Touch touch, const double* gap, double reach, Direction& best) {
  for (int k = 0; k < 3; ++k) {
    if (gap[k] > reach) return false;
    if (gap[k] > best.gap) best = {touch, k, 0, gap[k]};
  }
  return true;
}

// Along the cross product of axis i of box 1 and axis j of box 2.
double gap_of_edges(const BoxPair& pair, int i, int j) {
  const int i1 = after(i), i2 = before(i), j1 = after(j), j2 = before(j);
  const Mat3& axes2 = pair.axes2;
  double n1 = -axes2(i2, j), n2 = axes2(i1, j);  // along axes i1 and i2 of box 1
  const double scale = 1 / std::sqrt(n1 * n1 + n2 * n2);
  n1 *= scale;
  n2 *= scale;
  const double radius1 = pair.half1[i1] * std::abs(n1) + pair.half1[i2] * std::abs(n2);
  const double radius2 = pair.half2[j1] * std::abs(n1 * axes2(i1, j1) + n2 * axes2(i2, j1)) +
                         pair.half2[j2] * std::abs(n1 * axes2(i1, j2) + n2 * axes2(i2, j2));
  return std::abs(n1 * pair.center2[i1] + n2 * pair.center2[i2]) - radius1 - radius2;
}

// The cross products; `best` comes with the best face, which most of them cannot beat.
bool try_edges(const BoxPair& pair, double reach, Direction& best) {
  const double gap_of_face = best.gap, tolerance = kCrossRounding * pair.extent();
  const double overlap = -gap_of_face * (1 - 0.9 * kEdgeHandicap);  // with room for rounding
  int open = kernels::edges_to_try(pair.lanes, pair.half1, pair.half2, overlap, tolerance, kParallel);
  for (; open != 0; open &= open - 1) {
    const int edges = std::countr_zero(static_cast<unsigned>(open)), i = edges / 3, j = edges % 3;
    const double gap = gap_of_edges(pair, i, j);
    if (gap > reach) return false;
    if (gap - kEdgeHandicap * std::abs(gap) > best.gap && gap > gap_of_face) best = {Touch::kEdges, i, j, gap};
  }
  return true;
}

// True if the edges' normal is nearly that of the face, and not clearly better.
bool face_will_do(const Mat3& axes2, const Direction& edges, const Direction& face) {
  const Vec3 normal = common_normal(axes2, edges.axis, edges.axis2);
  const double cosine = face.touch == Touch::kFaceOf1 ? normal[face.axis] : dot(normal, col(axes2, face.axis));
  return std::abs(cosine) > kSameDirection && edges.gap < face.gap + kClearlyBetter * std::abs(face.gap) + kMinVal;
}

// The winner of the 15 directions. Boxes farther apart than `reach` along one of them do not touch.
Direction contact_direction(const BoxPair& pair, double reach) {
  Direction face;
  if (!try_faces(Touch::kFaceOf1, pair.lanes.gap1, reach, face) ||
      !try_faces(Touch::kFaceOf2, pair.lanes.gap2, reach, face)) {
    return {};
  }
  Direction best = face;
  if (!try_edges(pair, reach, best)) return {};
  return best.touch == Touch::kEdges && face_will_do(pair.axes2, best, face) ? face : best;
}

// ---- Two edges

// The edges of a box that support a direction: all are parallel to one axis of the box.
struct SupportEdges {
  Vec3 middle;      // centre of the edge, in the frame of the box
  int unsure = -1;  // coordinate of which the direction says no sign: the edge on the other side supports it as well

  int count() const { return unsure < 0 ? 1 : 2; }
  Vec3 center(int k) const {
    Vec3 c = middle;
    if (k == 1) c[unsure] = -c[unsure];
    return c;
  }
};

SupportEdges support_edges(const Vec3& half, const Vec3& direction, int axis, double sign) {
  const int k1 = after(axis), k2 = before(axis);
  SupportEdges edges;
  edges.middle[k1] = sign * (direction[k1] >= 0 ? half[k1] : -half[k1]);
  edges.middle[k2] = sign * (direction[k2] >= 0 ? half[k2] : -half[k2]);
  if (std::abs(direction[k1]) < kNoSign) {
    edges.unsure = k1;
  } else if (std::abs(direction[k2]) < kNoSign) {
    edges.unsure = k2;
  }
  return edges;
}

struct PointPair {
  Vec3 point1, point2;
};

// Nearest points of an edge of box 1 along its axis i and an edge of box 2 along its axis j, in the frame of box 1.
PointPair nearest_on_edges(const BoxPair& pair, int i, int j, const Vec3& center1, const Vec3& center2) {
  const Vec3 direction2 = col(pair.axes2, j);
  const double cosine = direction2[i], sine_square = 1 - cosine * cosine;
  const double length1 = pair.half1[i], length2 = pair.half2[j];
  const Vec3 between = center2 - center1;
  const double along1 = between[i], along2 = dot(direction2, between);

  // The optimum on the lines, then each parameter limited in turn.
  double s = sine_square < kMinVal ? 0 : (along1 - cosine * along2) / sine_square;
  s = std::clamp(s, -length1, length1);
  const double t = std::clamp(cosine * s - along2, -length2, length2);
  s = std::clamp(along1 + cosine * t, -length1, length1);

  PointPair nearest{center1, center2 + direction2 * t};
  nearest.point1[i] += s;
  return nearest;
}

int touch_edges(const BoxPair& pair, const Placed& box1, int i, int j, double reach, RawContact* out) {
  Vec3 normal = common_normal(pair.axes2, i, j);
  if (dot(normal, pair.center2) < 0) normal = -normal;
  const SupportEdges edges1 = support_edges(pair.half1, normal, i, 1);
  const SupportEdges edges2 = support_edges(pair.half2, mul_transposed(pair.axes2, normal), j, -1);

  PointPair nearest;
  double best_square = 1e10;
  for (int k1 = 0; k1 < edges1.count(); ++k1) {
    for (int k2 = 0; k2 < edges2.count(); ++k2) {
      const PointPair points =
          nearest_on_edges(pair, i, j, edges1.center(k1), pair.axes2 * edges2.center(k2) + pair.center2);
      const Vec3 gap = points.point2 - points.point1;
      const double square = dot(gap, gap);
      if (square >= best_square) continue;
      best_square = square;
      nearest = points;
    }
  }

  const double dist = dot(nearest.point2 - nearest.point1, normal);
  if (dist > reach) return 0;
  write(*out, dist, box1.mat * (0.5 * (nearest.point1 + nearest.point2)) + box1.pos, box1.mat * normal);
  return 1;
}

// ---- A face

// A face of one box, the reference box, and its coordinates: two axes of the box within the face, then the outward
// normal. The other box is described in these coordinates.
struct Face {
  int x, y, normal;  // axes of the reference box
  double side;       // 1, -1: the face is at +half or -half of its normal axis
  double half_x, half_y, half_normal;

  Vec3 other_center;
  Mat3 other_axes;  // as columns
  Vec3 other_half;
};

Face reference_face(int normal, const Vec3& half, const Vec3& other_center, const Mat3& other_axes,
                    const Vec3& other_half) {
  const int x = after(normal), y = before(normal);
  const double *size = half.data(), *center = other_center.data();
  const double side = center[normal] >= 0 ? 1 : -1;
  Face face{x, y, normal, side, size[x], size[y], size[normal], {}, {}, other_half};
  face.other_center = {center[x], center[y], side * center[normal]};
  for (int k = 0; k < 3; ++k) {
    face.other_axes(0, k) = other_axes(x, k);
    face.other_axes(1, k) = other_axes(y, k);
    face.other_axes(2, k) = side * other_axes(normal, k);
  }
  return face;
}

// The face of the other box whose outward normal points down most steeply, as far as it is above the face.
int cut_face_looking_down(const Face& face, double margin, double (*vertex)[4]) {
  const Mat3& axes = face.other_axes;
  int k = 0;
  for (int i = 1; i < 3; ++i) {
    if (std::abs(axes(2, i)) > std::abs(axes(2, k))) k = i;
  }
  const double down = axes(2, k) > 0 ? -1 : 1;

  const double* half = face.other_half.data();
  const auto edge = [&](int i) { return half[i] * col(axes, i); };
  Vec3 center = face.other_center + down * half[k] * col(axes, k);
  center.z -= face.half_normal;
  const double square = face.half_x * face.half_x + face.half_y * face.half_y;
  return kernels::cut_face(
      {center, edge(after(k)), edge(before(k)), face.half_x, face.half_y, margin, kDuplicate * square}, vertex);
}

// Contacts with the normal pointing out of the reference box, or into it.
int touch_face(const Face& face, const Placed& reference, bool outwards, double margin, RawContact* out) {
  double vertex[kernels::kFaceVertices][4];
  const int count = cut_face_looking_down(face, margin, vertex);
  const Vec3 outward = face.side * col(reference.mat, face.normal), normal = outwards ? outward : -outward;
  for (int k = 0; k < count; ++k) {
    const double height = vertex[k][2];
    double local[3];
    local[face.x] = vertex[k][0];
    local[face.y] = vertex[k][1];
    local[face.normal] = face.side * (face.half_normal + 0.5 * height);
    write(out[k], height, reference.mat * Vec3{local[0], local[1], local[2]} + reference.pos, normal);
  }
  return count;
}

}  // namespace

int collide_box_box(const GeomPair& geoms, RawContact* out) {
  const Placed box1 = first(geoms), box2 = second(geoms);
  const BoxPair pair(box1, box2);
  // Boxes that overlap by less than the error of the gap must not count as apart: they would sink into each other.
  const double reach = geoms.margin + kContactRounding * pair.extent();
  const Direction direction = contact_direction(pair, reach);
  switch (direction.touch) {
    case Touch::kNothing:
      return 0;
    case Touch::kEdges:
      return touch_edges(pair, box1, direction.axis, direction.axis2, reach, out);
    case Touch::kFaceOf1: {
      const Face face = reference_face(direction.axis, pair.half1, pair.center2, pair.axes2, pair.half2);
      return touch_face(face, box1, true, geoms.margin, out);
    }
    case Touch::kFaceOf2: {  // the normal points from box 1 to box 2
      const Face face = reference_face(direction.axis, pair.half2, pair.center1, transpose(pair.axes2), pair.half1);
      return touch_face(face, box2, false, geoms.margin, out);
    }
  }
  return 0;
}

}  // namespace corten
