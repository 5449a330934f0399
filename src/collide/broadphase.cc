// Broadphase by sweep and prune.
//
// The bodies are boxes in a frame that follows the spread of the geoms (principal axes of their positions). They are
// sorted by where they begin along the first axis; then each is compared with those that begin before it ends. The
// order of the last step is nearly that of this one, so that sorting takes a pass or two.
//
// Threads compare ranges of the bodies, each with a list of its own.
//
// The world, and immobile bodies with a plane, have no useful box: they are paired with every body. Flexes take part
// like bodies, with numbers that follow those of the bodies; only their own bits say what they may touch.
//
// MuJoCo: the boxes, their rounding to single precision along the sweep axis and the treatment of ties decide whether
// bodies that just touch are seen. Where there are few bodies, the axes of the world and larger boxes find a few more
// pairs in less time; drop_unswept_contacts() then has the word on bodies that just touch.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "collide/filter.h"
#include "collide/frame_list.h"
#include "collide/phases.h"
#include "math/kernels/kernels.h"
#include "math/vec3.h"
#include "model/awake.h"
#include "model/parallel.h"
#include "model/workspace.h"

namespace corten {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr kernels::Extent kEmpty = {{kInfinity, kInfinity, kInfinity, kInfinity},
                                    {-kInfinity, -kInfinity, -kInfinity, -kInfinity}};

// A body's box in the sweep frame. `begin` and `end` along the first axis are keys, see sweep_key().
struct SweepBox {
  std::uint64_t begin, end;
  double y_min, y_max, z_min, z_max;
  int body;
};

bool has_plane(const Model& m, int body) {
  const int first = m.body_geomadr[body];
  for (int g = first; g < first + m.body_geomnum[body]; ++g) {
    if (m.geom_type[g] == GeomType::kPlane) return true;
  }
  return false;
}

// Such as have no useful box.
bool meets_all(const Model& m, int body) { return body == 0 || (is_immobile(m, body) && has_plane(m, body)); }

// The pairs found so far. Bodies that rest, if any do, are not paired with each other.
class Pairs {
 public:
  Pairs(const Model& m, const Data& d, Scratch::Frame& frame) : m_(m), d_(d), found_(frame, 2 * (m.nbody + m.nflex)) {
    if (!has_sleepers(m, d)) return;
    rests_ = frame.take<char>(m.nbody);
    for (int body = 0; body < m.nbody; ++body) rests_[body] = is_resting(m, d, body);
  }

  bool all_rest() const { return m_.nflex == 0 && !rests_.empty() && std::ranges::find(rests_, 0) == rests_.end(); }

  void add(BodyPair pair) { found_.push_back(pair); }
  void add_with_all(int body) {
    for (int other = 0; other < m_.nbody; ++other) {
      if (may_touch(body, other)) add(body_pair(body, other));
    }
    for (int f = 0; f < m_.nflex; ++f) {
      const bool asleep = !rests_.empty() && is_asleep(m_, d_, Object::kFlex, f);
      if (!asleep && meets_flex(body, f)) add(body_pair(body, m_.nbody + f));
    }
  }

  // Whether two that are near each other are a pair.
  bool are_pair(int low, int high) const {
    if (high < m_.nbody) return may_touch(low, high);
    if (!rests_.empty() && !is_awake(low) && !is_awake(high)) return false;
    return meets_flex(low, high - m_.nbody);
  }
  std::span<BodyPair> found() { return found_.values(); }

 private:
  bool is_awake(int body_or_flex) const {
    const int flex = body_or_flex - m_.nbody;
    if (flex >= 0) return sleep_state(m_, d_, Object::kFlex, flex) == SleepState::kAwake;
    return d_.body_awake[body_or_flex] == SleepState::kAwake && m_.body_treeid[body_or_flex] >= 0;
  }
  bool may_touch(int body1, int body2) const {
    if (!rests_.empty() && rests_[body1] && rests_[body2]) return false;
    return body_bits_meet(m_, body1, body2) && bodies_may_touch(m_, body1, body2);
  }
  bool meets_flex(int other, int flex) const {
    const bool is_body = other < m_.nbody;
    const int k = is_body ? other : other - m_.nbody;
    const int contype = is_body ? m_.body_contype[k] : m_.flex_contype[k];
    const int conaffinity = is_body ? m_.body_conaffinity[k] : m_.flex_conaffinity[k];
    return bits_meet(contype, conaffinity, m_.flex_contype[flex], m_.flex_conaffinity[flex]);
  }

  const Model& m_;
  const Data& d_;
  FrameList<BodyPair> found_;
  std::span<char> rests_;
};

// Calls visit(position) for all geoms but those of the world, which come first, and for all vertices of flexes.
template <class Visit>
void for_each_position(const Model& m, const Data& d, Visit visit) {
  for (int g = m.body_geomnum[0]; g < m.ngeom; ++g) visit(d.geom_xpos[g]);
  for (int v = 0; v < m.nflexvert; ++v) {
    if (m.flex_vertbodyid[v] != 0) visit(d.flexvert_xpos[v]);
  }
}

// Axes of the sweep: rows of the rotation whose columns are the principal axes of the positions. MuJoCo: rows.
// False: there are no positions, and nothing is swept.
bool sweep_axes(const Model& m, const Data& d, Mat3& axes) {
  Vec3 mean;
  int count = 0;
  for_each_position(m, d, [&](const Vec3& p) { mean += p, ++count; });
  if (count == 0) return false;
  const double weight = 1.0 / count;
  mean *= weight;
  double xx = 0, xy = 0, xz = 0, yy = 0, yz = 0, zz = 0;
  for_each_position(m, d, [&](const Vec3& position) {
    const Vec3 p = position - mean;
    xx += p.x * p.x, xy += p.x * p.y, xz += p.x * p.z;
    yy += p.y * p.y, yz += p.y * p.z, zz += p.z * p.z;
  });
  axes = to_mat(eigen3(Mat3{{xx, xy, xz, xy, yy, yz, xz, yz, zz}} * weight).quat);
  return true;
}

void add_flex(const Model& m, const Data& d, int flex, double margin, const kernels::ExtentAxes& axes,
              kernels::Extent& e) {
  const double bound = m.flex_radius[flex] + margin;
  kernels::add_turned_points(axes, d.flexvert_xpos[m.flex_vertadr[flex]].data(), m.flex_vertnum[flex], e);
  for (int k = 0; k < 3; ++k) e.min[k] -= bound, e.max[k] += bound;
}

// The geoms of a body, each with its box or its bounding sphere, whichever ends earlier.
void add_body(const Model& m, const Data& d, int body, double common, const kernels::ExtentAxes& axes,
              kernels::Extent& e) {
  const int first = m.body_geomadr[body];
  for (int g = first; g < first + m.body_geomnum[body]; ++g) {
    const double margin = common != 0 ? common : m.geom_margin[g] + m.geom_gap[g];
    kernels::add_turned_box(axes, m.geom_aabb[g], m.geom_rbound[g], d.geom_xpos[g], d.geom_xmat[g], margin, e);
  }
}

// Extents of bodies and flexes along the axes of the sweep.
class Extents {
 public:
  Extents(const Model& m, const Data& d, const Mat3& axes) : m_(m), d_(d), axes_(axes) {}

  kernels::Extent of(int body) const {
    kernels::Extent e = kEmpty;
    if (const int flex = body - m_.nbody; flex >= 0) {
      add_flex(m_, d_, flex, common_ != 0 ? common_ : m_.flex_margin[flex] + m_.flex_gap[flex], axes_, e);
    } else {
      add_body(m_, d_, body, common_, axes_, e);
    }
    return e;
  }

 private:
  const Model& m_;
  const Data& d_;
  const kernels::ExtentAxes axes_;
  // MuJoCo: an overriding margin leaves out the gap.
  const double common_ = m_.opt.enableflags & kEnableOverride ? 0.5 * m_.opt.o_margin : 0;
};

// Fills the boxes from number `first` to before number `end` of these bodies and flexes.
void make_boxes(const Extents& extents, std::span<const int> bodies, int first, int end_of_range, SweepBox* boxes) {
  for (int index = first; index < end_of_range; ++index) {
    const kernels::Extent e = extents.of(bodies[index]);
    // MuJoCo: a box that ends before it begins (negative margin) is never left.
    const std::uint64_t begin = sweep_key(e.min[0], 2 * index), end = sweep_key(e.max[0], 2 * index + 1);
    boxes[index] = {begin,        end > begin ? end : ~std::uint64_t{0}, e.min[1], e.max[1], e.min[2], e.max[2],
                    bodies[index]};
  }
}

// Insertion sort while the keys are nearly sorted.
void sort_keys(std::span<std::uint64_t> keys) {
  std::size_t budget = 16 * keys.size();
  for (std::size_t i = 1; i < keys.size(); ++i) {
    const std::uint64_t key = keys[i];
    std::size_t j = i;
    for (; j > 0 && keys[j - 1] > key; --j) keys[j] = keys[j - 1];
    keys[j] = key;
    if (i - j > budget) return std::sort(keys.begin(), keys.end());
    budget -= i - j;
  }
}

// Boxes in the order of the sweep, array by array.
struct SortedBoxes {
  std::span<std::uint64_t> begin, end;
  std::span<double> y_min, y_max, z_min, z_max;
  std::span<int> body;

  SortedBoxes(int n, Scratch::Frame& frame) : end(frame.take<std::uint64_t>(n)), body(frame.take<int>(n)) {
    const int padded = n + kernels::kBoxPadding;
    begin = frame.take<std::uint64_t>(padded);
    std::ranges::fill(begin.subspan(n), ~std::uint64_t{0});
    for (auto* bound : {&y_min, &y_max, &z_min, &z_max}) {
      *bound = frame.take<double>(padded);
      std::ranges::fill(bound->subspan(n), 0.0);
    }
  }
  void put(int place, const SweepBox& b) {
    begin[place] = b.begin, end[place] = b.end, body[place] = b.body;
    y_min[place] = b.y_min, y_max[place] = b.y_max, z_min[place] = b.z_min, z_max[place] = b.z_max;
  }
  int size() const { return static_cast<int>(body.size()); }
  kernels::SweptBoxes swept() const { return {begin.data(), y_min.data(), y_max.data(), z_min.data(), z_max.data()}; }
};

// The boxes by increasing begin, starting from the order of the last step, as far as there is room to remember it.
SortedBoxes sort_boxes(std::span<const SweepBox> boxes, Data& d, Scratch::Frame& frame) {
  const int n = static_cast<int>(boxes.size()), remembered = std::min(n, d.broadphase_order.size());
  const std::span<std::uint64_t> keys = frame.take<std::uint64_t>(n);
  const std::span<char> known = frame.take_zero<char>(n);
  int next = 0;
  for (int i = 0; i < remembered; ++i) {
    const int index = d.broadphase_order[i] - 1;  // 0: there was no last step
    if (index < 0 || index >= n || known[index]) continue;
    known[index] = 1;
    keys[next++] = boxes[index].begin;
  }
  for (int i = 0; i < n && next < n; ++i) {
    if (!known[i]) keys[next++] = boxes[i].begin;
  }
  sort_keys(keys);
  SortedBoxes sorted(n, frame);
  for (int i = 0; i < n; ++i) {
    const int index = index_of(keys[i]) / 2;
    if (i < remembered) d.broadphase_order[i] = index + 1;
    sorted.put(i, boxes[index]);
  }
  return sorted;
}

// Calls visit(low, high) for the pairs of bodies whose boxes overlap, the first of the boxes being one of the given
// range. `near` has room for all boxes and their padding.
template <class Visit>
void sweep(const SortedBoxes& boxes, int first, int end, int* near, Visit visit) {
  const kernels::SweptBoxes swept = boxes.swept();
  for (int i = first; i < end; ++i) {
    const int count = kernels::near_boxes(swept, i, boxes.end[i], near);
    for (int k = 0; k < count; ++k) {
      const int a = boxes.body[i], b = boxes.body[near[k]];
      visit(std::min(a, b), std::max(a, b));
    }
  }
}

void find_pairs(const SortedBoxes& boxes, Data& d, Scratch::Frame& frame, Pairs& pairs) {
  constexpr int kFewBoxes = 64;
  const int n = boxes.size(), room = n + kernels::kBoxPadding, parts = part_count(d, n, kFewBoxes);
  if (parts < 2) {
    return sweep(boxes, 0, n, frame.take<int>(room).data(), [&](int low, int high) {
      if (pairs.are_pair(low, high)) pairs.add(body_pair(low, high));
    });
  }
  auto& results = part_results(d, parts);
  d.threads->run(parts, [&](int k, int worker) {
    std::vector<BodyPair>& found = results[static_cast<std::size_t>(k)].body_pairs;
    found.clear();
    Scratch::Frame own(scratch_of(d, worker));
    sweep(boxes, part_begin(n, parts, k), part_begin(n, parts, k + 1), own.take<int>(room).data(),
          [&](int low, int high) {
            if (pairs.are_pair(low, high)) found.push_back(body_pair(low, high));
          });
  });
  for (int k = 0; k < parts; ++k) {
    for (const BodyPair pair : results[static_cast<std::size_t>(k)].body_pairs) pairs.add(pair);
  }
}

// So far apart or into each other, in this neighbourhood, that no rounding is as large.
double rounding_at(double position) { return 1e-6 * (1 + std::abs(position)); }

// Extends a box along the axes of the world by the geoms of a body that may touch something, and by more than rounding.
// False: they do not lie within their boxes, or these do not end where they should.
bool add_loosely(const Model& m, const Data& d, int body, kernels::Extent& e) {
  const bool all = asks_hook(d);
  const int first = m.body_geomadr[body];
  for (int g = first; g < first + m.body_geomnum[body]; ++g) {
    if (!m.geom_contype[g] && !m.geom_conaffinity[g] && !all) continue;
    const double margin = m.geom_margin[g] + m.geom_gap[g];
    if (m.geom_type[g] == GeomType::kPlane || margin < 0) return false;
    kernels::add_world_box(m.geom_aabb[g], m.geom_rbound[g], d.geom_xpos[g], d.geom_xmat[g], margin, e);
  }
  for (double& position : e.min) position -= rounding_at(position);
  for (double& position : e.max) position += rounding_at(position);
  return true;
}

// Each with all others, in boxes along the axes of the world. False: there is a body without a useful one, and no pair was
// added.
bool find_pairs_of_few(const Model& m, const Data& d, std::span<const int> bodies, Scratch::Frame& frame,
                       Pairs& pairs) {
  const int n = static_cast<int>(bodies.size()), padded = n + kernels::kBoxPadding;
  std::span<double> min[3], max[3];
  frame.take_each<double>(padded, {&min[0], &min[1], &min[2], &max[0], &max[1], &max[2]});
  for (int i = 0; i < n; ++i) {
    kernels::Extent e = kEmpty;
    if (!add_loosely(m, d, bodies[i], e)) return false;
    for (int k = 0; k < 3; ++k) min[k][i] = e.min[k], max[k][i] = e.max[k];
  }
  const kernels::AlignedBoxes boxes{{min[0].data(), min[1].data(), min[2].data()},
                                    {max[0].data(), max[1].data(), max[2].data()}};
  const std::span<int> near = frame.take<int>(padded);
  for (int i = 0; i < n; ++i) {
    for (const int k : near.first(kernels::near_boxes(boxes, i, n, near.data()))) {
      if (pairs.are_pair(bodies[i], bodies[k])) pairs.add(body_pair(bodies[i], bodies[k]));
    }
  }
  return true;
}

// Sorts the pairs, each once: first by the first body, which takes one pass.
std::span<const BodyPair> sort_pairs(std::span<const BodyPair> pairs, int bodies, Scratch::Frame& frame) {
  if (std::ranges::is_sorted(pairs, std::ranges::less_equal{})) return pairs;
  const std::span<int> next = frame.take_zero<int>(bodies + 1);
  for (const BodyPair pair : pairs) ++next[(pair >> 16) + 1];
  for (int b = 0; b < bodies; ++b) next[b + 1] += next[b];
  const std::span<BodyPair> sorted = frame.take<BodyPair>(static_cast<int>(pairs.size()));
  for (const BodyPair pair : pairs) sorted[next[pair >> 16]++] = pair;
  for (int b = 0, first = 0; b < bodies; first = next[b++]) {
    const std::span<BodyPair> of_body = sorted.subspan(first, next[b] - first);
    if (!std::ranges::is_sorted(of_body)) std::ranges::sort(of_body);
  }
  return {sorted.begin(), std::unique(sorted.begin(), sorted.end())};
}

// None: no two may touch.
enum class Axes { kNone, kWorld, kPrincipal };

// The axes along which these bodies and flexes are compared, those of the world if their boxes allow it.
Axes choose_axes(const Model& m, std::span<const int> bodies) {
  constexpr std::size_t kFew = 32;
  if (bodies.size() < 2) return Axes::kNone;
  if (bodies.size() > kFew || bodies.back() >= m.nbody || m.opt.enableflags & kEnableOverride) return Axes::kPrincipal;
  for (std::size_t j = 1; j < bodies.size(); ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      if (body_bits_meet(m, bodies[i], bodies[j]) && bodies_may_touch(m, bodies[i], bodies[j])) return Axes::kWorld;
    }
  }
  return Axes::kNone;
}

// Bodies and flexes that may touch something, but for the world.
std::span<const int> collidable_bodies(const Model& m, Scratch::Frame& frame) {
  const std::span<int> bodies = frame.take<int>(m.nbody + m.nflex);
  int count = 0;
  for (int body = 1; body < m.nbody; ++body) {
    if (is_collidable(m, body)) bodies[count++] = body;
  }
  for (int f = 0; f < m.nflex; ++f) {
    if (m.flex_contype[f] || m.flex_conaffinity[f]) bodies[count++] = m.nbody + f;
  }
  return bodies.first(count);
}

bool overlap_across(const SweepBox& a, const SweepBox& b) {
  return !(a.y_min > b.y_max || b.y_min > a.y_max || a.z_min > b.z_max || b.z_min > a.z_max);
}

// Whether contacts would not have been found if their geoms were a little farther apart.
class JustTouches {
 public:
  explicit JustTouches(const Model& m) : m_(m) {}
  bool operator()(const Contact& contact) {
    if (contact.geom != geoms_) look_at(contact.geom);
    const Vec3& p = contact.pos;
    return contact.dist > distance_ - rounding_at(std::abs(p.x) + std::abs(p.y) + std::abs(p.z));
  }

 private:
  void look_at(const IntVec<2>& geoms) {
    geoms_ = geoms;
    const auto [geom1, geom2] = geoms.v;
    const bool flexes = geom1 < 0 || geom2 < 0;
    distance_ = flexes ? kInfinity : contact_margin(m_, geom1, geom2, -1) + contact_gap(m_, geom1, geom2, -1);
  }

  const Model& m_;
  IntVec<2> geoms_{{-1, -1}};  // of the last contact
  double distance_ = kInfinity;
};

bool is_explicit(const Model& m, const Contact& contact) {
  const auto [geom1, geom2] = contact.geom.v;
  for (int k = 0; k < m.npair; ++k) {
    if (m.pair_geom1[k] == geom1 && m.pair_geom2[k] == geom2) return true;
    if (m.pair_geom1[k] == geom2 && m.pair_geom2[k] == geom1) return true;
  }
  return false;
}

}  // namespace

void drop_unswept_contacts(const Model& m, Data& d) {
  JustTouches just_touches(m);
  if (std::ranges::none_of(d.contact, std::ref(just_touches))) return;
  Scratch::Frame frame(work(d).scratch);
  const std::span<const int> bodies = collidable_bodies(m, frame);
  Mat3 axes;
  if (!sweep_axes(m, d, axes)) return;
  const std::span<SweepBox> boxes = frame.take<SweepBox>(static_cast<int>(bodies.size()));
  make_boxes(Extents(m, d, axes), bodies, 0, static_cast<int>(bodies.size()), boxes.data());
  const auto box_of = [&](int body) { return boxes[std::ranges::find(bodies, body) - bodies.begin()]; };
  const auto is_swept = [&](int body1, int body2) {
    SweepBox first = box_of(body1), second = box_of(body2);
    if (second.begin < first.begin) std::swap(first, second);
    return second.begin < first.end && overlap_across(first, second);
  };
  std::erase_if(d.contact, [&](const Contact& c) {
    const int body1 = m.geom_bodyid[c.geom[0]], body2 = m.geom_bodyid[c.geom[1]];
    if (!just_touches(c) || meets_all(m, body1) || meets_all(m, body2)) return false;
    return !is_explicit(m, c) && !is_swept(body1, body2);
  });
}

NearBodies broadphase(const Model& m, Data& d, Scratch::Frame& frame) {
  Pairs pairs(m, d, frame);
  if (pairs.all_rest()) return {};
  if (is_collidable(m, 0)) pairs.add_with_all(0);

  const std::span<const int> bodies = collidable_bodies(m, frame);
  for (const int body : bodies) {
    if (body < m.nbody && meets_all(m, body)) pairs.add_with_all(body);
  }
  const Axes choice = choose_axes(m, bodies);
  const bool exact = choice != Axes::kWorld || !find_pairs_of_few(m, d, bodies, frame, pairs);
  Mat3 axes;
  if (choice != Axes::kNone && exact && sweep_axes(m, d, axes)) {
    const int count = static_cast<int>(bodies.size());
    const std::span<SweepBox> boxes = frame.take<SweepBox>(count);
    const Extents extents(m, d, axes);
    for_each_part(d, count, 64, [&](int first, int end) { make_boxes(extents, bodies, first, end, boxes.data()); });
    find_pairs(sort_boxes(boxes, d, frame), d, frame, pairs);
  }
  return {sort_pairs(pairs.found(), m.nbody + m.nflex, frame), exact};
}

}  // namespace corten
