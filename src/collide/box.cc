// Contacts of two boxes. The axis of largest separation (box_axis.h) says what touches:
//
//   a face    The face of the other box that is turned to it most is cut by the face's four sides. Each vertex of the
//             remaining polygon, at most eight, is a contact; dist is its height above the face.
//   two edges One contact, midway between the nearest points of the edges; dist is their distance along the axis.
//
// Positions lie midway between the two surfaces.
#include "collide/box.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "collide/box_axis.h"
#include "collide/shapes.h"

namespace corten {

namespace {

constexpr double kSeparationRounding = 1e-13;  // error of a separation, relative to the sizes of the boxes
constexpr double kNoSign = 1e-9;               // a component of a unit vector below this has no sign
constexpr double kDuplicate = 1e-14;           // squared distance of equal vertices, relative to the face
constexpr int kMaxVertices = 12;               // a quadrangle cut four times has eight

BoxPair relate(const Placed& box1, const Placed& box2) {
  return {transpose(box1.mat) * box2.mat, mul_transposed(box1.mat, box2.pos - box1.pos),
          mul_transposed(box2.mat, box1.pos - box2.pos), box1.size, box2.size};
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
  const int k1 = (axis + 1) % 3, k2 = (axis + 2) % 3;
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
  const Vec3 direction2 = col(pair.rot, j);
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
  Vec3 axis = edge_axis(pair.rot, i, j);
  if (dot(axis, pair.pos21) < 0) axis = -axis;
  const SupportEdges edges1 = support_edges(pair.half1, axis, i, 1);
  const SupportEdges edges2 = support_edges(pair.half2, mul_transposed(pair.rot, axis), j, -1);

  PointPair nearest;
  double best_square = 1e10;
  for (int k1 = 0; k1 < edges1.count(); ++k1) {
    for (int k2 = 0; k2 < edges2.count(); ++k2) {
      const PointPair points =
          nearest_on_edges(pair, i, j, edges1.center(k1), pair.rot * edges2.center(k2) + pair.pos21);
      const Vec3 gap = points.point2 - points.point1;
      const double square = dot(gap, gap);
      if (square >= best_square) continue;
      best_square = square;
      nearest = points;
    }
  }

  const double dist = dot(nearest.point2 - nearest.point1, axis);
  if (dist > reach) return 0;
  write(*out, dist, box1.mat * (0.5 * (nearest.point1 + nearest.point2)) + box1.pos, box1.mat * axis);
  return 1;
}

// ---- A face

// A face of one box, the reference box, and its coordinates: two axes of the box within the face, then the outward
// normal. The other box is described in these coordinates.
struct Face {
  int x, y, normal;  // axes of the reference box
  double side;       // 1, -1: the face is at +half or -half of its normal axis
  double half_x, half_y, half_normal;

  Vec3 other_pos;
  Mat3 other_axes;  // as columns
  Vec3 other_half;
};

// A convex polygon in these coordinates, with room for cutting it.
struct FacePolygon {
  using Coordinates = std::array<double, kMaxVertices>;
  Coordinates x, y, height;  // height above the face
  int count = 0;

  void add(double vertex_x, double vertex_y, double vertex_height) {
    if (count == kMaxVertices) return;
    x[count] = vertex_x;
    y[count] = vertex_y;
    height[count] = vertex_height;
    ++count;
  }
};

Face reference_face(int normal, const Vec3& half, const Vec3& other_pos, const Mat3& other_axes,
                    const Vec3& other_half) {
  const int x = (normal + 1) % 3, y = (normal + 2) % 3;
  const double side = other_pos[normal] >= 0 ? 1 : -1;
  Face face{x, y, normal, side, half[x], half[y], half[normal], {}, {}, other_half};
  face.other_pos = {other_pos[x], other_pos[y], side * other_pos[normal]};
  for (int k = 0; k < 3; ++k) {
    face.other_axes(0, k) = other_axes(x, k);
    face.other_axes(1, k) = other_axes(y, k);
    face.other_axes(2, k) = side * other_axes(normal, k);
  }
  return face;
}

// The face of the other box that is most opposed to the reference face.
void opposed_face(const Face& face, FacePolygon& polygon) {
  const Mat3& axes = face.other_axes;
  int k = std::abs(axes(2, 1)) > std::abs(axes(2, 0)) ? 1 : 0;
  if (std::abs(axes(2, 2)) > std::abs(axes(2, k))) k = 2;
  const double opposed = axes(2, k) > 0 ? -1 : 1;

  const int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
  const double* half = face.other_half.data();
  const Vec3 center = face.other_pos + opposed * half[k] * col(axes, k);
  const double height = center.z - face.half_normal;
  const Vec3 u = half[k1] * col(axes, k1), v = half[k2] * col(axes, k2);
  constexpr double kSigns[4][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
  for (const auto& [a, b] : kSigns) {
    polygon.add(center.x + a * u.x + b * v.x, center.y + a * u.y + b * v.y, height + a * u.z + b * v.z);
  }
}

// Removes the part of the polygon where sign * coordinate > limit. The two polygons change places if there is one.
void cut(FacePolygon*& polygon, FacePolygon*& spare, FacePolygon::Coordinates FacePolygon::*coordinate, double sign,
         double limit) {
  const FacePolygon& from = *polygon;
  FacePolygon::Coordinates excess;
  bool all_inside = true;
  for (int k = 0; k < from.count; ++k) {
    excess[k] = sign * (from.*coordinate)[k] - limit;
    all_inside &= excess[k] <= 0;
  }
  if (all_inside) return;

  spare->count = 0;
  for (int k = 0; k < from.count; ++k) {
    const int next = k + 1 == from.count ? 0 : k + 1;
    const double a = excess[k], b = excess[next];
    if (a <= 0) spare->add(from.x[k], from.y[k], from.height[k]);
    if ((a < 0 && b > 0) || (a > 0 && b < 0)) {
      const double t = a / (a - b);
      const auto between = [&](const FacePolygon::Coordinates& c) { return c[k] + t * (c[next] - c[k]); };
      spare->add(between(from.x), between(from.y), between(from.height));
    }
  }
  std::swap(polygon, spare);
}

// Keeps the vertices lower than the margin. Cutting near a corner makes vertices twice: keeps the first.
void keep_contacts(FacePolygon& polygon, double margin, double duplicate_square) {
  const int count = std::exchange(polygon.count, 0);
  for (int k = 0; k < count; ++k) {
    if (polygon.height[k] > margin) continue;
    bool duplicate = false;
    for (int i = 0; i < polygon.count; ++i) {
      const double dx = polygon.x[i] - polygon.x[k], dy = polygon.y[i] - polygon.y[k];
      duplicate |= dx * dx + dy * dy < duplicate_square;
    }
    if (!duplicate) polygon.add(polygon.x[k], polygon.y[k], polygon.height[k]);
  }
}

// Contacts with the normal pointing out of the reference box.
int touch_face(const Face& face, const Placed& reference, double margin, RawContact* out) {
  FacePolygon first_place, second_place;
  FacePolygon *polygon = &first_place, *spare = &second_place;
  opposed_face(face, *polygon);
  cut(polygon, spare, &FacePolygon::x, 1, face.half_x);
  cut(polygon, spare, &FacePolygon::x, -1, face.half_x);
  cut(polygon, spare, &FacePolygon::y, 1, face.half_y);
  cut(polygon, spare, &FacePolygon::y, -1, face.half_y);
  keep_contacts(*polygon, margin, kDuplicate * (face.half_x * face.half_x + face.half_y * face.half_y));

  const Vec3 normal = face.side * col(reference.mat, face.normal);
  for (int k = 0; k < polygon->count; ++k) {
    const double height = polygon->height[k];
    double local[3];
    local[face.x] = polygon->x[k];
    local[face.y] = polygon->y[k];
    local[face.normal] = face.side * (face.half_normal + 0.5 * height);
    write(out[k], height, reference.mat * Vec3{local[0], local[1], local[2]} + reference.pos, normal);
  }
  return polygon->count;
}

}  // namespace

int collide_box_box(const GeomPair& geoms, RawContact* out) {
  const Placed box1 = first(geoms), box2 = second(geoms);
  const BoxPair pair = relate(box1, box2);
  // Boxes that overlap by less than the error of the separation must not count as apart: they would sink into each
  // other.
  const double reach = geoms.margin + kSeparationRounding * pair.extent();
  const BoxAxis axis = find_box_axis(pair, reach);
  if (axis.kind == BoxAxis::Kind::kNone) return 0;
  if (axis.kind == BoxAxis::Kind::kEdges) return touch_edges(pair, box1, axis.i, axis.j, reach, out);
  if (axis.kind == BoxAxis::Kind::kFace1) {
    return touch_face(reference_face(axis.i, pair.half1, pair.pos21, pair.rot, pair.half2), box1, geoms.margin, out);
  }
  const Face face = reference_face(axis.i, pair.half2, pair.pos12, transpose(pair.rot), pair.half1);
  const int count = touch_face(face, box2, geoms.margin, out);
  for (int k = 0; k < count; ++k) store(out[k].normal, -out[k].normal);  // from box 1 to box 2
  return count;
}

}  // namespace corten
