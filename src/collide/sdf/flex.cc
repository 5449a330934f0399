// Triangles of a flex inside a signed distance geom, in the frame of the geom.
//
// Elements are found by the tree of boxes of the flex: a box is near if the distance at its centre is less than its
// radius. Each element gives its deepest point.
#include <algorithm>

#include "collide/sdf/sdf.h"

namespace corten {

namespace {

class FlexInSdf {
 public:
  FlexInSdf(const Model& m, const Data& d, const DistanceField& sdf, const Pose& pose, const FlexView& flex)
      : m_(m), d_(d), sdf_(sdf), place_(placement({}, pose)), flex_(flex) {}

  // Elements whose box is near, and their deepest points.
  void find_deepest() {
    constexpr int kStack = 64;  // the tree is balanced
    const int root = m_.flex_bvhadr[flex_.flex];
    const Vec<6>* box = d_.bvh_aabb_dyn.data() + (root - m_.nbvhstatic);
    int stack[kStack], size = 0;
    stack[size++] = 0;
    while (size > 0 && deepest_.count < kMaxPairContacts) {
      const int node = stack[--size];
      if (!is_near(box[node])) continue;
      if (const int elem = m_.bvh_nodeid[root + node]; elem >= 0) {
        add_deepest(elem);
        continue;
      }
      for (int k = 0; k < 2; ++k) {
        const int child = m_.bvh_child[root + node][k];
        if (child >= 0 && size < kStack) stack[size++] = child;
      }
    }
  }

  SdfPoints points_of(int elem) const {
    SdfTriangle t;
    for (int k = 0; k < 3; ++k) t.corner[k] = place_ * flex_.corner(elem, k);
    SdfPoints points;
    add_points_inside(m_, sdf_, t, points);
    return points;
  }

  const SdfPoints& deepest() const { return deepest_; }
  int elem(int i) const { return elem_[i]; }

 private:
  bool is_near(const Vec<6>& box) const {
    return signed_distance(sdf_, place_ * Vec3{box[0], box[1], box[2]}) < norm({box[3], box[4], box[5]});
  }

  void add_deepest(int elem) {
    const SdfPoints points = points_of(elem);
    if (points.count == 0) return;
    const auto best = std::min_element(points.dist, points.dist + points.count) - points.dist;
    elem_[deepest_.count] = elem;
    deepest_.point[deepest_.count] = points.point[best];
    deepest_.dist[deepest_.count++] = points.dist[best];
  }

  const Model& m_;
  const Data& d_;
  const DistanceField& sdf_;
  const Placement place_;
  const FlexView& flex_;
  SdfPoints deepest_;
  int elem_[kMaxPairContacts];
};

// The normal points out of the geom, which is the first here.
bool add_contact(const DistanceField& sdf, const Vec3& point, double dist, SdfContacts& contacts) {
  const int before = contacts.count();
  if (contacts.is_new(point)) contacts.add(point, dist, -signed_gradient(sdf, point).gradient);
  return contacts.count() > before;
}

}  // namespace

int collide_sdf_flex(const Model& m, const Data& d, int geom, const FlexView& flex, RawContact* out, int* elem) {
  const DistanceField sdf = distance_field(m, geom);
  if (flex.dim != 2 || !has_distance(sdf)) return 0;
  const Pose pose = geom_pose(d, geom);
  FlexInSdf search(m, d, sdf, pose, flex);
  int count = 0;
  if (m.flex_bvhadr[flex.flex] >= 0) {
    search.find_deepest();
    SdfContacts contacts(pose, out);
    for (int i = 0; i < search.deepest().count; ++i) {
      if (add_contact(sdf, search.deepest().point[i], search.deepest().dist[i], contacts))
        elem[count++] = search.elem(i);
    }
    return count;
  }
  // MuJoCo: without a tree all points of all elements count.
  for (int e = 0; e < flex.elemnum; ++e) {
    const SdfPoints points = search.points_of(e);
    SdfContacts contacts(pose, out + count);
    for (int i = 0; i < points.count && count < kMaxPairContacts; ++i) {
      if (add_contact(sdf, points.point[i], points.dist[i], contacts)) elem[count++] = e;
    }
  }
  return count;
}

}  // namespace corten
