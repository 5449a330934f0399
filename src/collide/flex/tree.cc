// Descent of two trees of bounding boxes, of which one belongs to a flex.
//
// The boxes of a flex have the axes of the world and follow its vertices. A pair of boxes that are apart is dropped;
// otherwise one of them is replaced by its children, the larger one unless it is a leaf. The order in which pairs are
// found decides which contacts are kept when there are too many.
#include "collide/convex/turned_boxes.h"
#include "collide/filter.h"
#include "collide/flex/flex_contacts.h"

namespace corten {

namespace {

// A tree: its nodes are counted from the root.
struct Tree {
  Tree(const Model& m, int root, int nodes, const Vec<6>* boxes)
      : child(m.bvh_child.data() + root), leaf(m.bvh_nodeid.data() + root), box(boxes), count(nodes) {}

  const IntVec<2>* child;
  const int* leaf;  // what a leaf holds, -1: inner node
  const Vec<6>* box;
  int count;
};

Tree body_tree(const Model& m, int body) {
  const int root = m.body_bvhadr[body];
  return {m, root, m.body_bvhnum[body], m.bvh_aabb.data() + root};
}
Tree flex_tree(const Model& m, const Data& d, int flex) {
  const int root = m.flex_bvhadr[flex];
  return {m, root, m.flex_bvhnum[flex], d.bvh_aabb_dyn.data() + (root - m.nbvhstatic)};
}

// Calls apart(node1, node2) for pairs of nodes and visit(node1, node2) for pairs of leaves. Within one tree (`same`)
// each pair is met once.
template <class Apart, class Visit>
void descend(const Tree& tree1, const Tree& tree2, bool same, Scratch::Frame& frame, Apart apart, Visit visit) {
  // Each replacement of a node by its children adds one pair.
  const std::span<NearPair> stack = frame.take<NearPair>(tree1.count + tree2.count);
  int size = 0;
  stack[size++] = {0, 0};
  while (size > 0) {
    const auto [node1, node2] = stack[--size];
    if (same && node1 > node2) continue;
    const bool leaf1 = tree1.leaf[node1] >= 0, leaf2 = tree2.leaf[node2] >= 0;
    if (leaf1 && leaf2) {
      visit(node1, node2);
      continue;
    }
    if (apart(node1, node2)) continue;
    const bool split1 = leaf2 || (!leaf1 && extent(tree1.box[node1]) > extent(tree2.box[node2]));
    for (int i = 0; i < 2; ++i) {
      const int child = split1 ? tree1.child[node1][i] : tree2.child[node2][i];
      if (child >= 0) stack[size++] = split1 ? NearPair{child, node2} : NearPair{node1, child};
    }
  }
}

double common_margin(const Model& m, double margin) {
  return m.opt.enableflags & kEnableOverride ? m.opt.o_margin : margin;
}

const Mat3 kWorldAxes = identity3();

// The geom that was looked at last.
class NearGeom {
 public:
  NearGeom(const Model& m, const Data& d, int flex)
      : m_(m), d_(d), flex_(flex), frames_({}, kWorldAxes, {}, kWorldAxes) {}

  void look_at(int geom) {
    if (geom == geom_) return;
    geom_ = geom;
    can_touch_ =
        m_.geom_type[geom] != GeomType::kPlane && m_.geom_type[geom] != GeomType::kSdf &&
        bits_meet(m_.geom_contype[geom], m_.geom_conaffinity[geom], m_.flex_contype[flex_], m_.flex_conaffinity[flex_]);
    distance_ =
        common_margin(m_, m_.geom_margin[geom] + m_.flex_margin[flex_]) + m_.geom_gap[geom] + m_.flex_gap[flex_];
    frames_ = TwoFrames(d_.geom_xpos[geom], d_.geom_xmat[geom], {}, kWorldAxes);
  }
  // No element in the box can touch.
  bool misses(const Vec<6>& box) const {
    return !can_touch_ || ball_box_apart(d_.geom_xpos[geom_], m_.geom_rbound[geom_] + distance_, box);
  }
  bool box_misses(const Vec<6>& box) const { return frames_.apart(m_.geom_aabb[geom_], box, distance_); }

 private:
  const Model& m_;
  const Data& d_;
  int flex_, geom_ = -1;
  bool can_touch_ = false;
  double distance_ = 0;
  TwoFrames frames_;
};

}  // namespace

// MuJoCo: the boxes of inner nodes are compared without the gap of the flex.
void near_elements(const Model& m, const Data& d, int body, int flex, Scratch::Frame& frame,
                   FrameList<NearPair>& found) {
  const Tree tree1 = body_tree(m, body), tree2 = flex_tree(m, d, flex);
  const TwoFrames frames(d.xipos[body], d.ximat[body], {}, kWorldAxes);
  const double margin = common_margin(m, m.body_margin[body] + m.flex_margin[flex]);
  NearGeom geom(m, d, flex);
  const auto apart = [&](int node1, int node2) {
    const Vec<6>& box = tree2.box[node2];
    if (tree1.leaf[node1] >= 0) {
      geom.look_at(tree1.leaf[node1]);
      if (geom.misses(box)) return true;
    }
    return frames.apart(tree1.box[node1], box, margin);
  };
  descend(tree1, tree2, false, frame, apart, [&](int node1, int node2) {
    const Vec<6>& box = tree2.box[node2];
    geom.look_at(tree1.leaf[node1]);
    if (!geom.misses(box) && !geom.box_misses(box)) found.push_back({tree1.leaf[node1], tree2.leaf[node2]});
  });
}

void near_elements_of_flexes(const Model& m, const Data& d, int flex1, int flex2, Scratch::Frame& frame,
                             FrameList<NearPair>& found) {
  const Tree tree1 = flex_tree(m, d, flex1), tree2 = flex_tree(m, d, flex2);
  const double margin = common_margin(m, m.flex_margin[flex1] + m.flex_margin[flex2]);
  descend(
      tree1, tree2, flex1 == flex2, frame,
      [&](int node1, int node2) { return boxes_apart(tree1.box[node1], tree2.box[node2], margin); },
      [&](int node1, int node2) {
        found.push_back({tree1.leaf[node1], tree2.leaf[node2]});
      });
}

}  // namespace corten
