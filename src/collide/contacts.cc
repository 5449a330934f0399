// All contacts of a world.
//
//   broadphase    pairs of bodies, in increasing order
//   explicit      contact pairs of the model, merged by the order of their bodies
//   exclude       body pairs that the model leaves out
//   midphase      pairs of geoms of two bodies
//   narrowphase   contact points of two geoms
//   parameters    margin, friction and solver parameters of the contact
//   flexes        take part in the pairs of bodies; last, each with itself
// Where the memory for contacts ends, what is left of this is left out.
#include "collide/contacts.h"

#include <algorithm>
#include <cstring>
#include <span>

#include "collide/filter.h"
#include "collide/flex/flex_contacts.h"
#include "collide/parameters.h"
#include "collide/phases.h"
#include "math/kernels/kernels.h"
#include "math/vec3.h"
#include "model/workspace.h"

namespace corten {

namespace {

// Explicit contact pairs from `first` to before `last`, all between the same two bodies.
struct PairRange {
  int first, last;
};

bool contains(const Model& m, const PairRange& range, int geom1, int geom2) {
  for (int k = range.first; k < range.last; ++k) {
    if (m.pair_geom1[k] == geom1 && m.pair_geom2[k] == geom2) return true;
    if (m.pair_geom1[k] == geom2 && m.pair_geom2[k] == geom1) return true;
  }
  return false;
}

// Bit for bit: a zero has a sign.
bool same_directions(const RawContact& a, const RawContact& b) {
  return std::memcmp(&a.normal, &b.normal, sizeof(Vec3)) == 0 && std::memcmp(&a.tangent, &b.tangent, sizeof(Vec3)) == 0;
}

class Collider {
 public:
  Collider(const Model& m, Data& d, Scratch::Frame& frame)
      : m_(m), d_(d), raw_(frame.take<RawContact>(kMaxPairContacts)) {}

  // MuJoCo: with sleep enabled, pairs of static bodies are left out too.
  void collide_explicit(int pair) {
    const int geom1 = m_.pair_geom1[pair], geom2 = m_.pair_geom2[pair];
    const auto awake = [&](int g) { return d_.body_awake[m_.geom_bodyid[g]] == SleepState::kAwake; };
    if ((m_.opt.enableflags & kEnableSleep) && !awake(geom1) && !awake(geom2)) return;
    if (work(d_).contact_room.full) return;
    collide_geoms(geom1, geom2, pair);
  }

  // Geoms with an explicit pair are left to it.
  void collide_bodies(int body1, int body2, const PairRange& explicit_pairs) {
    const int first1 = m_.body_geomadr[body1], first2 = m_.body_geomadr[body2];
    const int count1 = m_.body_geomnum[body1], count2 = m_.body_geomnum[body2];
    if ((count1 > 1 || count2 > 1) && !(m_.opt.disableflags & kDisableMidphase)) {
      Scratch::Frame frame(work(d_).scratch);
      FrameList<GeomIds> near(frame, 64);
      midphase(m_, d_, body1, body2, frame, near);
      for (const GeomIds& g : near.values()) {
        if (!contains(m_, explicit_pairs, g.geom1, g.geom2)) collide_ordered(g.geom1, g.geom2, -1);
      }
      return;
    }
    for (int g1 = first1; g1 < first1 + count1; ++g1) {
      for (int g2 = first2; g2 < first2 + count2; ++g2) {
        if (geoms_may_touch(m_, d_, g1, g2) && !contains(m_, explicit_pairs, g1, g2)) collide_geoms(g1, g2, -1);
      }
    }
  }

 private:
  void collide_geoms(int geom1, int geom2, int pair) {
    const double distance = contact_margin(m_, geom1, geom2, pair) + contact_gap(m_, geom1, geom2, pair);
    if (spheres_apart(m_, d_, geom1, geom2, distance)) return;
    const GeomIds g = in_type_order(m_, geom1, geom2);
    if (narrow_of(g.geom1, g.geom2) == collide_convex && boxes_clear(geom1, geom2, distance)) return;
    collide_ordered(g.geom1, g.geom2, pair);
  }

  // Whether a face of the bounding box of either geom separates them so well that the general search for convex shapes,
  // which takes many times longer, surely finds nothing.
  bool boxes_clear(int geom1, int geom2, double distance) const {
    constexpr double kRounding = 1e-9;
    const Vec<6>&box1 = m_.geom_aabb[geom1], &box2 = m_.geom_aabb[geom2];
    const Mat3 &mat1 = d_.geom_xmat[geom1], &mat2 = d_.geom_xmat[geom2];
    const Vec3 center1 = mat1 * Vec3{box1[0], box1[1], box1[2]} + d_.geom_xpos[geom1];
    const Vec3 center2 = mat2 * Vec3{box2[0], box2[1], box2[2]} + d_.geom_xpos[geom2];
    kernels::BoxAxes boxes;
    kernels::relate_boxes(center1, mat1, {box1[3], box1[4], box1[5]}, center2, mat2, {box2[3], box2[4], box2[5]},
                          boxes);
    const double gap =
        std::max({boxes.gap1[0], boxes.gap1[1], boxes.gap1[2], boxes.gap2[0], boxes.gap2[1], boxes.gap2[2]});
    return gap > std::max(0.0, distance) + 2 * m_.opt.ccd_tolerance + kRounding;
  }

  NarrowPhase narrow_of(int geom1, int geom2) const { return narrow_phase(m_.geom_type[geom1], m_.geom_type[geom2]); }

  void collide_ordered(int geom1, int geom2, int pair) {
    const NarrowPhase narrow = narrow_of(geom1, geom2);
    if (narrow == nullptr) return;
    const double distance = contact_margin(m_, geom1, geom2, pair) + contact_gap(m_, geom1, geom2, pair);
    const int count = narrow({m_, d_, geom1, geom2, distance, work(d_).scratch}, raw_.data());
    if (count == 0) return;
    write_contacts(raw_.first(count), contact_parameters(m_, geom1, geom2, pair), {{geom1, geom2}});
  }

  // Most contacts of a pair differ in their place only: the others are copies.
  void write_contacts(std::span<const RawContact> found, const ContactParameters& parameters, const IntVec<2>& geoms) {
    Contact common;
    set_surfaces(parameters, common);
    common.geom = geoms;
    const RawContact* before = nullptr;
    for (const RawContact& raw : found) {
      if (work(d_).contact_room.full) return;
      if (!before || !same_directions(raw, *before)) set_directions(raw, common);
      before = &raw;
      set_place(raw, parameters, new_contact(d_, common));
      keep_contact(m_, d_);
    }
  }

  const Model& m_;
  Data& d_;
  std::span<RawContact> raw_;  // answer of the narrowphase
};

}  // namespace

void compute_contacts(const Model& m, Data& d) {
  d.contact.clear();
  open_contact_room(m, d);
  if (m.nbody + m.nflex < 2 || (m.opt.disableflags & (kDisableConstraint | kDisableContact))) return;
  Scratch::Frame frame(work(d).scratch);
  Collider collider(m, d, frame);
  int pair = 0, exclude = 0, left = 0;
  for (const BodyPair bodies : broadphase(m, d, frame)) {
    while (pair < m.npair && static_cast<BodyPair>(m.pair_signature[pair]) < bodies) collider.collide_explicit(pair++);
    const int first = pair;
    while (pair < m.npair && static_cast<BodyPair>(m.pair_signature[pair]) == bodies) collider.collide_explicit(pair++);
    while (exclude < m.nexclude && static_cast<BodyPair>(m.exclude_signature[exclude]) < bodies) ++exclude;
    if (exclude < m.nexclude && static_cast<BodyPair>(m.exclude_signature[exclude]) == bodies) continue;
    const int body1 = static_cast<int>(bodies >> 16), body2 = static_cast<int>(bodies & 0xFFFF);
    if (work(d).contact_room.full) {
      ++left;
    } else if (body2 < m.nbody) {
      collider.collide_bodies(body1, body2, {first, pair});
    } else if (body1 < m.nbody) {
      collide_body_flex(m, d, body1, body2 - m.nbody);
    } else {
      collide_flexes(m, d, body1 - m.nbody, body2 - m.nbody);
    }
  }
  while (pair < m.npair) collider.collide_explicit(pair++);
  for (int f = 0; f < m.nflex && !work(d).contact_room.full; ++f) collide_flex_itself(m, d, f);
  drop_unswept_contacts(m, d);
  warn_if_full(d, left);
}

}  // namespace corten
