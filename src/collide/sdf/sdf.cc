// Contacts of two geoms with signed distances A and B, by descent along the gradient from points that are spread over
// the box in which their bounding boxes overlap.
//
//   A + B + |max(A, B)|    is minimized first: its minimum lies where both geoms are deepest
//   max(A, B)              one more step: the distance of the contact, which exists if this is not positive
//   A - B                  is zero on the surface in the middle; its gradient is the normal
//
// A step goes along the negative gradient, halved until the objective decreases enough.
#include "collide/sdf/sdf.h"

#include <algorithm>
#include <cmath>

namespace corten {

namespace {

constexpr double kFar = 1e10;

struct OverlapBox {
  Vec3 min, max;
  bool empty() const { return max.x < min.x || max.y < min.y || max.z < min.z; }
};

// The box around a geom's bounding box, in another frame.
OverlapBox box_in_frame(const Vec<6>& aabb, const Placement& place) {
  OverlapBox box{{kFar, kFar, kFar}, {-kFar, -kFar, -kFar}};
  for (int k = 0; k < 8; ++k) {
    const Vec3 corner{k & 1 ? aabb[0] + aabb[3] : aabb[0] - aabb[3], k & 2 ? aabb[1] + aabb[4] : aabb[1] - aabb[4],
                      k & 4 ? aabb[2] + aabb[5] : aabb[2] - aabb[5]};
    const Vec3 p = place * corner;
    for (int i = 0; i < 3; ++i) {
      box.min[i] = std::min(box.min[i], p[i]);
      box.max[i] = std::max(box.max[i], p[i]);
    }
  }
  return box;
}

enum class Objective { kDeepest, kIntersection };

// Two fields in the frame of the second geom, which has distance A.
class FieldPair {
 public:
  FieldPair(const DistanceField& a, const DistanceField& b, const Placement& a_in_b) : a_(a), b_(b), a_in_b_(a_in_b) {}

  double value(Objective objective, const Vec3& x) const {
    return combine(objective, signed_distance(a_, x), signed_distance(b_, a_in_b_ * x));
  }

  DistanceAndGradient gradient(Objective objective, const Vec3& x) const {
    DistanceAndGradient a{}, b{};
    both(x, a, b);
    const double value = combine(objective, a.distance, b.distance);
    const bool a_larger = a.distance > b.distance;
    const Vec3& larger = a_larger ? a.gradient : b.gradient;
    if (objective == Objective::kIntersection) return {value, larger};
    const double sign = std::max(a.distance, b.distance) > 0 ? 1 : -1;
    return {value, a.gradient + b.gradient + larger * sign};
  }

  // Direction of the gradient of A - B.
  Vec3 normal(const Vec3& x) const {
    DistanceAndGradient a{}, b{};
    both(x, a, b);
    normalize(a.gradient);
    normalize(b.gradient);
    Vec3 n = a.gradient - b.gradient;
    normalize(n);
    return n;
  }

 private:
  static double combine(Objective objective, double a, double b) {
    const double most = std::max(a, b);
    return objective == Objective::kIntersection ? most : a + b + std::abs(most);
  }
  void both(const Vec3& x, DistanceAndGradient& a, DistanceAndGradient& b) const {
    a = signed_gradient(a_, x);
    b = signed_gradient(b_, a_in_b_ * x);
    b.gradient = mul_transposed(a_in_b_.mat, b.gradient);
  }

  const DistanceField a_, b_;
  const Placement& a_in_b_;
};

bool is_usable(const Vec3& v) { return std::abs(v.x) <= kFar && std::abs(v.y) <= kFar && std::abs(v.z) <= kFar; }

// Moves x down the objective and returns the value reached, which is large if there is no gradient.
double descend(const FieldPair& fields, Objective objective, int iterations, Vec3& x) {
  constexpr double kDecrease = 0.1, kShorten = 0.5, kShortest = 1e-4;
  double value = kFar;
  for (int i = 0; i < iterations; ++i) {
    const auto [before, gradient] = fields.gradient(objective, x);
    if (!is_usable(gradient)) return kFar;
    const Vec3 from = x;
    double step = 2, wanted = -kDecrease * step * dot(gradient, gradient);
    do {
      step *= kShorten;
      wanted *= kShorten;
      x = from + gradient * -step;
      value = fields.value(objective, x);
    } while (step > kShortest && value - before > wanted);
    if (before < value) break;
  }
  return value;
}

}  // namespace

int collide_sdf(const GeomPair& pair, RawContact* out) {
  const Pose pose1 = geom_pose(pair.d, pair.geom1), pose2 = geom_pose(pair.d, pair.geom2);
  const Placement second_in_first = placement(pose2, pose1), first_in_second = placement(pose1, pose2);
  const OverlapBox box1 = box_in_frame(pair.m.geom_aabb[pair.geom1], {{}, identity3()});
  const OverlapBox box2 = box_in_frame(pair.m.geom_aabb[pair.geom2], second_in_first);
  OverlapBox overlap;
  for (int i = 0; i < 3; ++i) {
    overlap.min[i] = std::max(box1.min[i], box2.min[i]);
    overlap.max[i] = std::min(box1.max[i], box2.max[i]);
  }
  if (overlap.empty()) return 0;

  const DistanceField field1 = distance_field(pair.m, pair.geom1), field2 = distance_field(pair.m, pair.geom2);
  if (!has_distance(field1) || !has_distance(field2)) return 0;
  const FieldPair fields(field2, field1, second_in_first);
  SdfContacts contacts(pose2, out);
  constexpr int kBase[3] = {2, 3, 5};
  for (int i = 0; i < pair.m.opt.sdf_initpoints && contacts.count() < kMaxPairContacts; ++i) {
    Vec3 start;
    for (int k = 0; k < 3; ++k) {
      start[k] = overlap.min[k] + (overlap.max[k] - overlap.min[k]) * halton(i, kBase[k]);
    }
    Vec3 x = first_in_second * start;
    descend(fields, Objective::kDeepest, pair.m.opt.sdf_iterations, x);
    const double dist = descend(fields, Objective::kIntersection, 1, x);
    if (!(dist > 0) && contacts.is_new(x)) contacts.add(x, dist, fields.normal(x));
  }
  return contacts.count();
}

}  // namespace corten
