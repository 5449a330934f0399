// GJK for separated shapes, EPA for overlapping ones.
//
// A sphere is a point and a capsule a segment, inflated by their radii. As long as these cores stay apart GJK
// alone finds the contact, on shapes without curvature; only for deeper penetration the round shapes
// themselves go to GJK and EPA.
#include <algorithm>

#include "collide/contacts.h"
#include "collide/convex/convex.h"

namespace corten {

namespace {

bool is_round(const Shape& s) { return s.kind == ShapeKind::kSphere || s.kind == ShapeKind::kCapsule; }

// Replaces a round shape by its core while in scope.
class Core {
 public:
  explicit Core(Shape& shape) : shape_(shape), kind_(shape.kind), margin_(shape.margin) {
    if (!is_round(shape)) return;
    radius_ = shape.size.x + 0.5 * shape.margin;
    shape.kind = kind_ == ShapeKind::kSphere ? ShapeKind::kPoint : ShapeKind::kSegment;
    shape.margin = 0;
  }
  ~Core() {
    shape_.kind = kind_;
    shape_.margin = margin_;
  }
  Core(const Core&) = delete;
  Core& operator=(const Core&) = delete;
  double radius() const { return radius_; }

 private:
  Shape& shape_;
  ShapeKind kind_;
  double margin_, radius_ = 0;
};

// Contact of the inflated cores; false if the cores themselves touch.
bool meet_cores(Shape& a, Shape& b, const GjkLimits& limits, GjkResult& nearest, Proximity& result) {
  const Core core_a(a), core_b(b);
  const double radii = core_a.radius() + core_b.radius();
  gjk(a, b, {limits.iterations, limits.tolerance, limits.cutoff + radii}, nearest);
  if (!(nearest.dist > limits.tolerance)) return false;
  result.dist = nearest.dist - radii;
  if (result.dist > limits.cutoff) result.dist = kNoDistance;
  result.count = nearest.witness ? 1 : 0;
  Vec3 normal = nearest.on2 - nearest.on1;
  normalize(normal);
  result.witness[0] = {result.dist, nearest.on1 + normal * core_a.radius(), nearest.on2 - normal * core_b.radius()};
  return true;
}

void penetrate(const Model& m, Shape& a, Shape& b, const Simplex& simplex, int max_contacts, Scratch& scratch,
               Proximity& result) {
  Penetration deepest;
  result.dist = 0;
  const EpaOutcome outcome = epa(a, b, simplex, m.opt.ccd_iterations, m.opt.ccd_tolerance, scratch, deepest);
  if (outcome == EpaOutcome::kLost) result.count = 0;
  if (outcome != EpaOutcome::kFound) return;
  result.dist = deepest.dist;
  if (max_contacts == 1) {
    result.count = 1;
    result.witness[0] = {deepest.dist, deepest.on1, deepest.on2};
    return;
  }
  result.count = find_contact_patch(m, a, b, deepest, scratch, result.witness);
  result.dist = result.witness[0].dist;
  for (int i = 1; i < result.count; ++i) result.dist = std::min(result.dist, result.witness[i].dist);
}

}  // namespace

Proximity find_proximity(const Model& m, Shape& a, Shape& b, const ProximityQuery& query, Scratch& scratch) {
  const GjkLimits limits{m.opt.ccd_iterations, m.opt.ccd_tolerance, query.cutoff};
  GjkResult nearest;
  Proximity result;
  if ((is_round(a) || is_round(b)) && meet_cores(a, b, limits, nearest, result)) return result;
  gjk(a, b, limits, nearest);
  result.dist = nearest.dist;
  result.count = nearest.witness ? 1 : 0;
  result.witness[0] = {nearest.dist, nearest.on1, nearest.on2};
  if (nearest.dist <= limits.tolerance && nearest.simplex.count > 1 && !nearest.separated) {
    penetrate(m, a, b, nearest.simplex, query.max_contacts, scratch, result);
  }
  return result;
}

}  // namespace corten
