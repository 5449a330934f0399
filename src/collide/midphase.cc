// Midphase: two trees of bounding boxes (bounding volume hierarchies, BVH) against each other.
//
// Starting at the roots, a pair of boxes that are apart is dropped, otherwise one of them is replaced
// by its two children. Before a pair of geoms is accepted, their bounding spheres and their own boxes
// are compared in the same way.
#include <algorithm>

#include "collide/convex/turned_boxes.h"
#include "collide/filter.h"
#include "collide/phases.h"

namespace corten {

namespace {

constexpr int kFewGeoms = 36;  // so few pairs are quicker tested without trees

bool geoms_apart(const Model& m, const Data& d, int geom1, int geom2) {
  const double distance = contact_margin(m, geom1, geom2, -1) + contact_gap(m, geom1, geom2, -1);
  if (spheres_apart(m, d, geom1, geom2, distance)) return true;
  return TwoFrames(d.geom_xpos[geom1], d.geom_xmat[geom1], d.geom_xpos[geom2], d.geom_xmat[geom2])
      .apart(m.geom_aabb[geom1], m.geom_aabb[geom2], distance);
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

// Without a hook.
void test_all(const Model& m, const Data& d, int body1, int body2, FrameList<GeomIds>& found) {
  const int first1 = m.body_geomadr[body1], first2 = m.body_geomadr[body2];
  const int end1 = first1 + m.body_geomnum[body1], end2 = first2 + m.body_geomnum[body2];
  for (int g1 = first1; g1 < end1; ++g1) {
    if (!m.geom_contype[g1] && !m.geom_conaffinity[g1]) continue;
    for (int g2 = first2; g2 < end2; ++g2) {
      if (geom_bits_meet(m, g1, g2) && !geoms_apart(m, d, g1, g2)) found.push_back(in_type_order(m, g1, g2));
    }
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
  const bool exact = !(m.opt.enableflags & kEnableOverride) && !asks_hook(d);
  if (exact && m.body_geomnum[body1] * m.body_geomnum[body2] <= kFewGeoms) {
    test_all(m, d, body1, body2, found);
  } else {
    test_trees(m, d, body1, body2, frame, found);
  }
  std::sort(found.values().begin(), found.values().end());
}

}  // namespace corten
