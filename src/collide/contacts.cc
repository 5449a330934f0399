// All contacts of a world.
//
//   broadphase    pairs of bodies, in increasing order
//   explicit      contact pairs of the model, merged by the order of their bodies
//   exclude       body pairs that the model leaves out
//   midphase      pairs of geoms of two bodies
//   narrowphase   contact points of two geoms
//   parameters    margin, friction and solver parameters of the contact
//   flexes        take part in the pairs of bodies; last, each with itself
// Where the memory for contacts ends, what is left of this is left out. Threads collide ranges of the pairs of bodies;
// their contacts are joined in the order of the ranges.
#include "collide/contacts.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

#include "collide/filter.h"
#include "collide/flex/flex_contacts.h"
#include "collide/parameters.h"
#include "collide/phases.h"
#include "math/kernels/kernels.h"
#include "math/vec3.h"
#include "model/parallel.h"
#include "model/workspace.h"

namespace corten {

namespace {

constexpr int kFewPairs = 32;  // of bodies, for a range

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
  // `apart`: a list of its own for the contacts, without a limit; null: they go to Data.
  Collider(const Model& m, Data& d, Scratch& scratch, std::vector<Contact>* apart)
      : m_(m),
        d_(d),
        scratch_(scratch),
        frame_(scratch),
        raw_(frame_.take<RawContact>(kMaxPairContacts)),
        apart_(apart) {}

  // The pairs from number `first` to before number `end`, with explicit ones between them; after the last of all pairs,
  // those that remain.
  void collide(std::span<const BodyPair> pairs, int first, int end);

  int pairs_left() const { return left_; }

 private:
  void collide_pair(BodyPair bodies, const PairRange& explicit_pairs);

  // MuJoCo: with sleep enabled, pairs of static bodies are left out too.
  void collide_explicit(int pair) {
    const int geom1 = m_.pair_geom1[pair], geom2 = m_.pair_geom2[pair];
    const auto awake = [&](int g) { return d_.body_awake[m_.geom_bodyid[g]] == SleepState::kAwake; };
    if ((m_.opt.enableflags & kEnableSleep) && !awake(geom1) && !awake(geom2)) return;
    if (is_full()) return;
    collide_geoms(geom1, geom2, pair);
  }

  // Geoms with an explicit pair are left to it.
  void collide_bodies(int body1, int body2, const PairRange& explicit_pairs) {
    const int first1 = m_.body_geomadr[body1], first2 = m_.body_geomadr[body2];
    const int count1 = m_.body_geomnum[body1], count2 = m_.body_geomnum[body2];
    if ((count1 > 1 || count2 > 1) && !(m_.opt.disableflags & kDisableMidphase)) {
      Scratch::Frame frame(scratch_);
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
    const int count = narrow({m_, d_, geom1, geom2, distance, scratch_}, raw_.data());
    if (count == 0) return;
    write_contacts(raw_.first(count), contact_parameters(m_, geom1, geom2, pair), {{geom1, geom2}});
  }

  // Most contacts of a pair differ in their place only: the others are copies.
  void write_contacts(std::span<const RawContact> found, const ContactParameters& parameters, const IntVec<2>& geoms) {
    Contact common;
    set_surfaces(parameters, common);
    common.geom = geoms;
    const bool ample = apart_ || has_ample_room(d_, found.size());
    std::vector<Contact>& list = apart_ ? *apart_ : d_.contact;
    const RawContact* before = nullptr;
    for (const RawContact& raw : found) {
      if (!before || !same_directions(raw, *before)) set_directions(raw, common);
      before = &raw;
      if (ample) {
        set_place(raw, parameters, list.emplace_back(common));
      } else {
        if (is_full()) return;
        set_place(raw, parameters, new_contact(d_, common));
        keep_contact(m_, d_);
      }
    }
  }

  bool is_full() const { return !apart_ && work(d_).contact_room.full; }

  const Model& m_;
  Data& d_;
  Scratch& scratch_;
  Scratch::Frame frame_;
  std::span<RawContact> raw_;  // answer of the narrowphase
  std::vector<Contact>* const apart_;
  int left_ = 0;  // pairs for which there was no room
};

void Collider::collide_pair(BodyPair bodies, const PairRange& explicit_pairs) {
  const int body1 = static_cast<int>(bodies >> 16), body2 = static_cast<int>(bodies & 0xFFFF);
  if (is_full()) {
    ++left_;
  } else if (body2 < m_.nbody) {
    collide_bodies(body1, body2, explicit_pairs);
  } else if (body1 < m_.nbody) {
    collide_body_flex(m_, d_, body1, body2 - m_.nbody);
  } else {
    collide_flexes(m_, d_, body1 - m_.nbody, body2 - m_.nbody);
  }
}

void Collider::collide(std::span<const BodyPair> pairs, int first, int end) {
  const auto pair_of = [this](int k) { return static_cast<BodyPair>(m_.pair_signature[k]); };
  const auto exclude_of = [this](int k) { return static_cast<BodyPair>(m_.exclude_signature[k]); };
  int pair = 0, exclude = 0;
  while (first > 0 && pair < m_.npair && pair_of(pair) <= pairs[first - 1]) ++pair;
  for (const BodyPair bodies : pairs.subspan(first, end - first)) {
    while (pair < m_.npair && pair_of(pair) < bodies) collide_explicit(pair++);
    const int first_explicit = pair;
    while (pair < m_.npair && pair_of(pair) == bodies) collide_explicit(pair++);
    while (exclude < m_.nexclude && exclude_of(exclude) < bodies) ++exclude;
    if (exclude < m_.nexclude && exclude_of(exclude) == bodies) continue;
    collide_pair(bodies, {first_explicit, pair});
  }
  if (end != static_cast<int>(pairs.size())) return;
  while (pair < m_.npair) collide_explicit(pair++);
}

void collide_alone(const Model& m, Data& d, std::span<const BodyPair> pairs) {
  d.contact.clear();
  open_contact_room(m, d);
  Collider collider(m, d, work(d).scratch, nullptr);
  collider.collide(pairs, 0, static_cast<int>(pairs.size()));
  for (int f = 0; f < m.nflex && !work(d).contact_room.full; ++f) collide_flex_itself(m, d, f);
  warn_if_full(d, collider.pairs_left());
}

// Flexes have a memory of their own, and hooks are not made for threads.
bool may_share(const Model& m, const Data& d) { return m.nflex == 0 && !asks_hook(d); }

// False if there was no room for all contacts.
bool join_parts(const Model& m, Data& d) {
  for (auto& part : work(d).parts) {
    for (const Contact& contact : part.contacts) {
      new_contact(d, contact);
      if (!keep_contact(m, d)) return false;
    }
    part.contacts.clear();
  }
  return true;
}

// Collides ranges of the pairs on `parts` threads. False: there was no room, so that nothing holds.
bool collide_together(const Model& m, Data& d, std::span<const BodyPair> pairs, int parts) {
  const int count = static_cast<int>(pairs.size());
  for (auto& part : part_results(d, parts)) part.contacts.clear();
  d.threads->run(parts, [&](int k, int worker) {
    Collider collider(m, d, scratch_of(d, worker), &work(d).parts[static_cast<std::size_t>(k)].contacts);
    collider.collide(pairs, part_begin(count, parts, k), part_begin(count, parts, k + 1));
  });
  return join_parts(m, d);
}

}  // namespace

void compute_contacts(const Model& m, Data& d) {
  d.contact.clear();
  open_contact_room(m, d);
  if (m.nbody + m.nflex < 2 || (m.opt.disableflags & (kDisableConstraint | kDisableContact))) return;
  Scratch::Frame frame(work(d).scratch);
  const auto [pairs, exact] = broadphase(m, d, frame);
  const int parts = may_share(m, d) ? part_count(d, static_cast<int>(pairs.size()), kFewPairs) : 1;
  if (parts < 2 || !collide_together(m, d, pairs, parts)) collide_alone(m, d, pairs);
  if (!exact) drop_unswept_contacts(m, d);
}

}  // namespace corten
