// Midphase: two trees of bounding boxes against each other.
//
// Starting at the roots, a pair of boxes that are apart is dropped, otherwise one of them is replaced by its two
// children. Boxes are apart if one of the six face normals n separates them:
//
//   |n.c1 - n.c2| > r1 + r2 + margin,   r = sum_i half_i |n.axis_i|
//
// Before a pair of geoms is accepted, their bounding spheres and their own boxes are compared in the same way.
// The nine cross products of edges are left out: they seldom separate what the faces do not.
#include "collide/midphase.h"

#include <algorithm>
#include <cmath>

#include "collide/filter.h"
#include "math/vec3.h"

namespace corten {

namespace {

constexpr double kUnbounded = 1e10;  // half sizes of a plane's box
constexpr int kFewGeoms = 3;         // bodies with so few are quicker tested without trees

// Two frames, and the projections of each on the axes of the other.
class TwoFrames {
 public:
  TwoFrames(const Vec3& pos1, const Mat3& mat1, const Vec3& pos2, const Mat3& mat2) {
    relative_ = transpose(mat1) * mat2;
    // MuJoCo: each origin is projected by itself; the rounding decides whether boxes that just touch are apart.
    origin1_on1_ = mul_transposed(mat1, pos1), origin2_on1_ = mul_transposed(mat1, pos2);
    origin1_on2_ = mul_transposed(mat2, pos1), origin2_on2_ = mul_transposed(mat2, pos2);
  }

  // Boxes are given in their frames, as centre and half sizes.
  bool apart(const Vec<6>& box1, const Vec<6>& box2, double margin) const {
    const Vec3 center1{box1[0], box1[1], box1[2]}, half1{box1[3], box1[4], box1[5]};
    const Vec3 center2{box2[0], box2[1], box2[2]}, half2{box2[3], box2[4], box2[5]};
    if (fully_unbounded(half1) || fully_unbounded(half2)) return false;
    if (!unbounded(half2)) {
      const Vec3 distance = (relative_ * center2 + origin2_on1_) - (center1 + origin1_on1_);
      for (int k = 0; k < 3; ++k) {
        const double r2 = std::abs(half2.x * relative_(k, 0)) + std::abs(half2.y * relative_(k, 1)) +
                          std::abs(half2.z * relative_(k, 2));
        if (half1[k] + r2 + margin < std::abs(distance[k])) return true;
      }
    }
    if (!unbounded(half1)) {
      const Vec3 distance = (mul_transposed(relative_, center1) + origin1_on2_) - (center2 + origin2_on2_);
      for (int k = 0; k < 3; ++k) {
        const double r1 = std::abs(half1.x * relative_(0, k)) + std::abs(half1.y * relative_(1, k)) +
                          std::abs(half1.z * relative_(2, k));
        if (r1 + half2[k] + margin < std::abs(distance[k])) return true;
      }
    }
    return false;
  }

 private:
  static bool unbounded(const Vec3& half) {
    return half.x >= kUnbounded || half.y >= kUnbounded || half.z >= kUnbounded;
  }
  static bool fully_unbounded(const Vec3& half) {
    return half.x >= kUnbounded && half.y >= kUnbounded && half.z >= kUnbounded;
  }

  Mat3 relative_;  // axes of the second frame in the first
  Vec3 origin1_on1_, origin2_on1_, origin1_on2_, origin2_on2_;
};

bool geoms_apart(const Model& m, const Data& d, int geom1, int geom2) {
  const double distance = contact_margin(m, geom1, geom2, -1) + contact_gap(m, geom1, geom2, -1);
  if (spheres_apart(m, d, geom1, geom2, distance)) return true;
  return TwoFrames(d.geom_xpos[geom1], d.geom_xmat[geom1], d.geom_xpos[geom2], d.geom_xmat[geom2])
      .apart(m.geom_aabb[geom1], m.geom_aabb[geom2], distance);
}

// The larger of two boxes is split. MuJoCo: the measure mixes half sizes and centre.
double extent(const Vec<6>& box) {
  const double x = box[3] - box[0], y = box[4] - box[1], z = box[5] - box[2];
  return x * y + y * z + z * x;
}

// A pair of nodes, indices in the Model.
struct Nodes {
  int node1, node2;
};

void test_geoms(const Model& m, const Data& d, int geom1, int geom2, FrameList<GeomIds>& found) {
  if (geoms_may_touch(m, d, geom1, geom2) && !geoms_apart(m, d, geom1, geom2)) {
    found.push_back(in_type_order(m, geom1, geom2));
  }
}

void test_all(const Model& m, const Data& d, int body1, int body2, FrameList<GeomIds>& found) {
  const int first1 = m.body_geomadr[body1], first2 = m.body_geomadr[body2];
  for (int g1 = first1; g1 < first1 + m.body_geomnum[body1]; ++g1) {
    for (int g2 = first2; g2 < first2 + m.body_geomnum[body2]; ++g2) test_geoms(m, d, g1, g2, found);
  }
}

void test_trees(const Model& m, const Data& d, int body1, int body2, Scratch::Frame& frame, FrameList<GeomIds>& found) {
  const int root1 = m.body_bvhadr[body1], root2 = m.body_bvhadr[body2];
  const TwoFrames frames(d.xipos[body1], d.ximat[body1], d.xipos[body2], d.ximat[body2]);
  const bool common = m.opt.enableflags & kEnableOverride;
  const double margin = common ? m.opt.o_margin : m.body_margin[body1] + m.body_margin[body2];
  // Each replacement of a node by its children adds one pair.
  const std::span<Nodes> stack = frame.take<Nodes>(m.body_bvhnum[body1] + m.body_bvhnum[body2]);
  int size = 0;
  stack[size++] = {root1, root2};
  while (size > 0) {
    const auto [node1, node2] = stack[--size];
    const int geom1 = m.bvh_nodeid[node1], geom2 = m.bvh_nodeid[node2];
    if (geom1 >= 0 && geom2 >= 0) {
      test_geoms(m, d, geom1, geom2, found);
      continue;
    }
    const Vec<6>&box1 = m.bvh_aabb[node1], &box2 = m.bvh_aabb[node2];
    if (frames.apart(box1, box2, margin)) continue;
    const bool split1 = geom2 >= 0 || (geom1 < 0 && extent(box1) > extent(box2));
    for (int i = 0; i < 2; ++i) {
      stack[size++] =
          split1 ? Nodes{root1 + m.bvh_child[node1][i], node2} : Nodes{node1, root2 + m.bvh_child[node2][i]};
    }
  }
}

}  // namespace

void midphase(const Model& m, const Data& d, int body1, int body2, Scratch::Frame& frame, FrameList<GeomIds>& found) {
  found.clear();
  // MuJoCo: an overriding margin leaves out the gap, so that the trees miss pairs; and geoms without any bits are not
  // in the trees, so that a hook is not asked about them.
  const bool exact = !(m.opt.enableflags & kEnableOverride) && !(d.hooks && d.hooks->contact_filter);
  if (exact && m.body_geomnum[body1] <= kFewGeoms && m.body_geomnum[body2] <= kFewGeoms) {
    test_all(m, d, body1, body2, found);
  } else {
    test_trees(m, d, body1, body2, frame, found);
  }
  std::sort(found.values().begin(), found.values().end());
}

}  // namespace corten
