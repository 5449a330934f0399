// Contacts of a capsule with a box: the balls at one or two points of the capsule's axis against the box.
//
// The first point is the one nearest to the box. It lies off a face, an edge or a corner. The second point is found by
// walking from the first along the capsule, over the face or edge that the capsule lies along, until the capsule or
// the face ends. There is none where the capsule stands on its end.
//
//   box frame; half = half sizes of the box
//   axis point  c + t h,   t in [-1, 1],   h = half axis of the capsule
//   corner      bit k set: at +half[k], else at -half[k]
#include <algorithm>
#include <cmath>
#include <optional>

#include "collide/pairs/pairs.h"
#include "collide/pairs/segments.h"

namespace corten {

namespace {

struct LocalCapsule {
  Vec3 center, axis, half_axis;
  int heading;  // bit k: the axis points to +k

  Vec3 at(double t) const { return center + half_axis * t; }
};

enum class BoxFeature { kNone, kFace, kEdge, kCorner };

// Where the axis of the capsule is nearest to the box.
struct Nearest {
  double square;  // squared distance
  double t = 0;   // on the capsule
  BoxFeature feature = BoxFeature::kNone;
  int axis = 0;        // face: its normal, -1: inside the box; edge: its direction
  int corner = 0;      // edge: its lower end; corner
  double on_edge = 0;  // edge: place on it, in [-1, 1]
};

LocalCapsule to_box_frame(const Placed& capsule, const Placed& box) {
  LocalCapsule local;
  local.center = mul_transposed(box.mat, capsule.pos - box.pos);
  local.axis = mul_transposed(box.mat, capsule.z_axis());
  local.half_axis = local.axis * capsule.size.y;
  local.heading = (local.half_axis.x > 0) | (local.half_axis.y > 0) << 1 | (local.half_axis.z > 0) << 2;
  return local;
}

// An end of the capsule that is inside or straight above a face.
void try_ends(const LocalCapsule& capsule, const Vec3& half, Nearest& best) {
  for (const int t : {-1, 1}) {
    const Vec3 end = capsule.at(t);
    Vec3 surface = end;
    int outside = 0, axis = -1;
    for (int k = 0; k < 3; ++k) {
      if (end[k] < -half[k] || end[k] > half[k]) {
        surface[k] = end[k] < 0 ? -half[k] : half[k];
        axis = k;
        ++outside;
      }
    }
    if (outside > 1) continue;
    const Vec3 gap = surface - end;
    const double square = dot(gap, gap);
    if (square < best.square) best = {square, static_cast<double>(t), BoxFeature::kFace, axis};
  }
}

// The edge along `axis` whose lower end is `corner`.
void try_edge(const LocalCapsule& capsule, double capsule_square, const Vec3& half, int axis, int corner,
              Nearest& best) {
  Vec3 middle{corner & 1 ? half.x : -half.x, corner & 2 ? half.y : -half.y, corner & 4 ? half.z : -half.z};
  middle[axis] = 0;
  Vec3 gap = middle - capsule.center;
  const double length = half[axis];
  const SegmentSystem system{length * length, -length * capsule.half_axis[axis], capsule_square, -length * gap[axis],
                             dot(capsule.half_axis, gap)};
  if (std::abs(system.determinant()) < kMinVal) return;  // parallel: the ends or the other edges decide
  const SegmentPoints nearest = nearest_on_segments(system);

  gap += capsule.half_axis * -nearest.x2;
  gap[axis] += length * nearest.x1;
  const double square = dot(gap, gap);
  if (square >= best.square - kMinVal) return;
  const int nearest_corner = nearest.end1 == 1 ? corner | 1 << axis : corner;
  best = {square, nearest.x2,     nearest.end1 == 0 ? BoxFeature::kEdge : BoxFeature::kCorner,
          axis,   nearest_corner, nearest.x1};
}

Nearest find_nearest(const LocalCapsule& capsule, const Placed& shape, const Placed& box, double margin) {
  const Vec3 &half = box.size, &size = shape.size;
  // MuJoCo: a squared distance is held against this length, so that very wide margins find nothing.
  Nearest best{margin + 2 * (size.x + size.y + half.x + half.y + half.z)};
  try_ends(capsule, half, best);
  for (int axis = 0; axis < 3; ++axis) {
    for (int corner = 0; corner < 8; ++corner) {
      if (!(corner & 1 << axis)) try_edge(capsule, size.y * size.y, half, axis, corner, best);
    }
  }
  return best;
}

// Coordinates that go into the box, away from `corner`, when walking forward along the capsule.
int inward(const LocalCapsule& capsule, int corner) { return capsule.heading ^ corner; }

// How far one may walk until coordinate `axis` has crossed the box.
double crossing(const LocalCapsule& capsule, const Vec3& half, int axis) {
  return 2 * half[axis] / std::abs(capsule.half_axis[axis]);
}

// From a corner: along an edge in the direction in which only one coordinate goes inward, or over a face in the
// opposite direction, in which the other two do. None when all three go the same way.
std::optional<double> walk_from_corner(const LocalCapsule& capsule, const Vec3& half, const Nearest& from) {
  int in = inward(capsule, from.corner);
  if (in == 0 || in == 7) return std::nullopt;
  const bool forward = in == 1 || in == 2 || in == 4;
  if (!forward) in = 7 - in;
  const int axis = in == 1 ? 0 : in == 2 ? 1 : 2;
  const double direction = forward ? 1 : -1;

  if (capsule.axis[axis] * capsule.axis[axis] > 0.5) {
    const double left = 1 - direction * from.t;
    return direction * std::min(left, crossing(capsule, half, axis));
  }
  double step = 1 + direction * from.t;
  step = std::min(step, crossing(capsule, half, (axis + 1) % 3));
  step = std::min(step, crossing(capsule, half, (axis + 2) % 3));
  return -direction * step;
}

// From an edge: over the face that the capsule is less steep to. None when both directions leave the box.
std::optional<double> walk_from_edge(const LocalCapsule& capsule, const Vec3& half, const Nearest& from) {
  const int in = inward(capsule, from.corner) & (7 - (1 << from.axis));
  if (in != 1 && in != 2 && in != 4) return std::nullopt;

  const int next = (from.axis + 1) % 3, after = (from.axis + 2) % 3;
  const int across = std::abs(capsule.axis[next]) > std::abs(capsule.axis[after]) ? next : after;
  const bool forward = in & 1 << across;
  const double direction = forward ? 1 : -1;

  double step = std::min(1 - direction * from.t, crossing(capsule, half, across));
  const bool up_the_edge = ((capsule.heading & 1 << from.axis) != 0) == forward;
  const double left = up_the_edge ? 1 - from.on_edge : 1 + from.on_edge;
  step = std::min(step, half[from.axis] * left / std::abs(capsule.half_axis[from.axis]));
  return direction * step;
}

// From an end above a face: towards the other end, until above the face's border. None from inside the box.
std::optional<double> walk_from_face(const LocalCapsule& capsule, const Vec3& half, const Nearest& from) {
  if (from.axis == -1) return std::nullopt;
  const double direction = -from.t;
  const Vec3 end = capsule.at(from.t);
  double step = 2;
  for (int k = 0; k < 3; ++k) {
    if (k == from.axis) continue;
    for (const double border : {half[k], -half[k]}) {
      const double distance = (border - end[k]) / capsule.half_axis[k] * direction;
      if (distance > 0) step = std::min(step, distance);
    }
  }
  return direction * step;
}

std::optional<double> walk(const LocalCapsule& capsule, const Vec3& half, const Nearest& from) {
  switch (from.feature) {
    case BoxFeature::kFace:
      return walk_from_face(capsule, half, from);
    case BoxFeature::kEdge:
      return walk_from_edge(capsule, half, from);
    case BoxFeature::kCorner:
      return walk_from_corner(capsule, half, from);
    case BoxFeature::kNone:
      break;
  }
  return std::nullopt;
}

}  // namespace

int touch_capsule_box(const Placed& capsule, const Placed& box, double margin, RawContact* out) {
  const LocalCapsule local = to_box_frame(capsule, box);
  const Nearest nearest = find_nearest(local, capsule, box, margin);
  if (nearest.feature == BoxFeature::kNone) return 0;

  const auto touch_at = [&](double t, RawContact* place) {
    return touch_ball_box(ball(capsule, box.mat * local.at(t) + box.pos), box, margin, place);
  };
  int count = touch_at(nearest.t, out);
  if (const auto step = walk(local, box.size, nearest)) count += touch_at(*step + nearest.t, out + count);
  return count;
}

int collide_capsule_box(const GeomPair& pair, RawContact* out) {
  return touch_capsule_box(first(pair), second(pair), pair.margin, out);
}

}  // namespace corten
