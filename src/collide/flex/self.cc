// Contacts of a flex with itself.
//
//   internal      elements with the vertices next to them (pairs that the compiler lists), and the vertices of each
//                 tetrahedron with its own opposite sides, which they must not pass
//   elements      all pairs of active elements without a vertex in common: by their tree, by sweep and prune, or all
//
// Margins and gaps do not count, otherwise a flex would push itself apart for ever.
#include "collide/flex/flex_contacts.h"
#include "math/vec3.h"
#include "model/awake.h"
#include "model/workspace.h"

namespace corten {

namespace {

void collide_listed(const Model& m, Data& d, const FlexView& flex, std::span<RawContact> raw, FlexBatch& batch) {
  const int first = m.flex_evpairadr[flex.flex];
  const double margin = m.opt.enableflags & kEnableOverride ? m.opt.o_margin : m.flex_margin[flex.flex];
  for (int i = first; i < first + m.flex_evpairnum[flex.flex]; ++i) {
    const int e = m.flex_evpair[i][0], v = m.flex_evpair[i][1];
    if (ball_box_apart(flex.point[v], margin + flex.radius, flex.box[e])) continue;
    const int count = collide_vertex_element(m, d, flex, v, e, raw.data());
    batch.add(raw.first(count), {-1, -1, v}, {-1, e, -1});
  }
}

// A vertex of a tetrahedron must stay twice the radius inside of the plane of the other three.
void collide_inside(const FlexView& flex, FlexBatch& batch) {
  constexpr int kSides[4][4] = {{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {1, 3, 2, 0}};  // three corners, the vertex
  for (int e = 0; e < flex.elemnum; ++e) {
    const int* corner = flex.corners(e);
    for (const auto& side : kSides) {
      const Vec3& origin = flex.point[corner[side[0]]];
      const int v = corner[side[3]];
      Vec3 normal = cross(flex.point[corner[side[1]]] - origin, flex.point[corner[side[2]]] - origin);
      normalize(normal);
      const double outside = dot(flex.point[v] - origin, normal);
      if (outside <= -2 * flex.radius) continue;
      batch.add({-outside - 2 * flex.radius, flex.point[v] + normal * (-0.5 * outside), -normal, {}}, {-1, e, -1},
                {-1, -1, v});
    }
  }
}

template <class Collide>
void for_each_near_pair(const Model& m, Data& d, const FlexView& flex, Scratch::Frame& frame, Collide collide) {
  const int f = flex.flex;
  const FlexSelf how = m.flex_selfcollide[f];
  if ((m.opt.disableflags & kDisableMidphase) || how == FlexSelf::kNarrow || m.flex_bvhadr[f] < 0) {
    for (int e1 = 0; e1 < flex.elemnum; ++e1) {
      if (!is_active(m, f, e1)) continue;
      for (int e2 = e1 + 1; e2 < flex.elemnum; ++e2) {
        if (is_active(m, f, e2)) collide(e1, e2);
      }
    }
  } else if (how == FlexSelf::kBvh || (how == FlexSelf::kAuto && flex.dim == 3)) {
    FrameList<NearPair> near(frame, 256);
    near_elements_of_flexes(m, d, f, f, frame, near);
    for (const auto [e1, e2] : near.values()) collide(e1, e2);
  } else {
    ElementSweep sweep(m, d, flex, frame);
    while (sweep.next()) {
      for (const int elem : sweep.near()) collide(elem, sweep.elem());
    }
  }
}

}  // namespace

void collide_flex_itself(const Model& m, Data& d, int flex) {
  if (m.flex_rigid[flex] || (m.flex_contype[flex] & m.flex_conaffinity[flex]) == 0) return;
  if (has_sleepers(m, d) && is_asleep(m, d, Object::kFlex, flex)) return;
  Scratch::Frame frame(work(d).scratch);
  const FlexView view(m, d, flex);
  FlexBatch batch(m, d, frame, flex, flex);
  const std::span<RawContact> raw = frame.take<RawContact>(kMaxPairContacts);
  if (m.flex_internal[flex]) {
    collide_listed(m, d, view, raw, batch);
    if (view.dim == 3) collide_inside(view, batch);
    batch.write(false);
  }
  if (m.flex_selfcollide[flex] == FlexSelf::kNone) return;
  PairElements elements(view, frame);
  for_each_near_pair(m, d, view, frame, [&](int e1, int e2) {
    const int count = collide_elements(m, d, elements, e1, elements, e2, 0, raw.data());
    batch.add(raw.first(count), {-1, e1, -1}, {-1, e2, -1});
  });
  batch.write(false);
}

}  // namespace corten
