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
// bodies that just touch are seen.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "collide/filter.h"
#include "collide/frame_list.h"
#include "collide/phases.h"
#include "math/kernels/kernels.h"
#include "math/vec3.h"
#include "model/awake.h"
#include "model/parallel.h"

namespace corten {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

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

void add_flex(const Model& m, const Data& d, int flex, double margin, const Mat3& axes, kernels::Extent& e) {
  const double bound = m.flex_radius[flex] + margin;
  const int first = m.flex_vertadr[flex];
  for (int v = first; v < first + m.flex_vertnum[flex]; ++v) {
    const Vec3 p = axes * d.flexvert_xpos[v];
    for (int k = 0; k < 3; ++k) {
      e.min[k] = e.min[k] < p[k] ? e.min[k] : p[k];
      e.max[k] = e.max[k] > p[k] ? e.max[k] : p[k];
    }
  }
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

// Fills the boxes from number `first` to before number `end` of these bodies and flexes.
void make_boxes(const Model& m, const Data& d, std::span<const int> bodies, int first, int end_of_range,
                const Mat3& axes, SweepBox* boxes) {
  // MuJoCo: an overriding margin leaves out the gap.
  const double common = m.opt.enableflags & kEnableOverride ? 0.5 * m.opt.o_margin : 0;
  const kernels::ExtentAxes lanes(axes);
  for (int index = first; index < end_of_range; ++index) {
    const int body = bodies[index];
    kernels::Extent e{{kInfinity, kInfinity, kInfinity, kInfinity}, {-kInfinity, -kInfinity, -kInfinity, -kInfinity}};
    if (const int flex = body - m.nbody; flex >= 0) {
      add_flex(m, d, flex, common != 0 ? common : m.flex_margin[flex] + m.flex_gap[flex], axes, e);
    } else {
      add_body(m, d, body, common, lanes, e);
    }
    // MuJoCo: a box that ends before it begins (negative margin) is never left.
    const std::uint64_t begin = sweep_key(e.min[0], 2 * index), end = sweep_key(e.max[0], 2 * index + 1);
    boxes[index] = {begin, end > begin ? end : ~std::uint64_t{0}, e.min[1], e.max[1], e.min[2], e.max[2], body};
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

  SortedBoxes(int n, Scratch::Frame& frame)
      : begin(frame.take<std::uint64_t>(n)), end(frame.take<std::uint64_t>(n)), body(frame.take<int>(n)) {
    for (auto* bound : {&y_min, &y_max, &z_min, &z_max}) *bound = frame.take<double>(n);
  }
  void put(int place, const SweepBox& b) {
    begin[place] = b.begin, end[place] = b.end, body[place] = b.body;
    y_min[place] = b.y_min, y_max[place] = b.y_max, z_min[place] = b.z_min, z_max[place] = b.z_max;
  }
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
// range. Boxes are compared many at a time: nearly all of those that overlap along the first axis are apart.
template <class Visit>
void sweep(const SortedBoxes& boxes, int first, int end, Visit visit) {
  constexpr int kMany = 32;
  const int n = static_cast<int>(boxes.body.size());
  char near[kMany];
  for (int i = first; i < end; ++i) {
    const double y_min = boxes.y_min[i], y_max = boxes.y_max[i], z_min = boxes.z_min[i], z_max = boxes.z_max[i];
    int last = i + 1;
    while (last < n && boxes.begin[last] < boxes.end[i]) ++last;
    for (int from = i + 1; from < last; from += kMany) {
      const int count = std::min(kMany, last - from);
      const double *low_y = boxes.y_min.data() + from, *high_y = boxes.y_max.data() + from;
      const double *low_z = boxes.z_min.data() + from, *high_z = boxes.z_max.data() + from;
      for (int k = 0; k < count; ++k) {
        near[k] = !((y_min > high_y[k]) | (low_y[k] > y_max) | (z_min > high_z[k]) | (low_z[k] > z_max));
      }
      for (int k = 0; k < count; ++k) {
        if (!near[k]) continue;
        const int a = boxes.body[i], b = boxes.body[from + k];
        visit(std::min(a, b), std::max(a, b));
      }
    }
  }
}

void find_pairs(const SortedBoxes& boxes, Data& d, Pairs& pairs) {
  constexpr int kFewBoxes = 64;
  const int n = static_cast<int>(boxes.body.size()), parts = part_count(d, n, kFewBoxes);
  if (parts < 2) {
    return sweep(boxes, 0, n, [&](int low, int high) {
      if (pairs.are_pair(low, high)) pairs.add(body_pair(low, high));
    });
  }
  auto& results = part_results(d, parts);
  d.threads->run(parts, [&](int k, int) {
    std::vector<BodyPair>& found = results[static_cast<std::size_t>(k)].body_pairs;
    found.clear();
    sweep(boxes, part_begin(n, parts, k), part_begin(n, parts, k + 1), [&](int low, int high) {
      if (pairs.are_pair(low, high)) found.push_back(body_pair(low, high));
    });
  });
  for (int k = 0; k < parts; ++k) {
    for (const BodyPair pair : results[static_cast<std::size_t>(k)].body_pairs) pairs.add(pair);
  }
}

// Sorts the pairs, each once: first by the first body, which takes one pass.
std::span<const BodyPair> sort_pairs(std::span<const BodyPair> pairs, int bodies, Scratch::Frame& frame) {
  const std::span<int> next = frame.take_zero<int>(bodies + 1);
  for (const BodyPair pair : pairs) ++next[(pair >> 16) + 1];
  for (int b = 0; b < bodies; ++b) next[b + 1] += next[b];
  const std::span<BodyPair> sorted = frame.take<BodyPair>(static_cast<int>(pairs.size()));
  for (const BodyPair pair : pairs) sorted[next[pair >> 16]++] = pair;
  for (int b = 0, first = 0; b < bodies; first = next[b++]) {
    std::sort(sorted.begin() + first, sorted.begin() + next[b]);
  }
  return {sorted.begin(), std::unique(sorted.begin(), sorted.end())};
}

}  // namespace

std::span<const BodyPair> broadphase(const Model& m, Data& d, Scratch::Frame& frame) {
  Pairs pairs(m, d, frame);
  if (pairs.all_rest()) return {};
  if (is_collidable(m, 0)) pairs.add_with_all(0);

  const std::span<int> bodies = frame.take<int>(m.nbody + m.nflex);
  int count = 0;
  for (int body = 1; body < m.nbody; ++body) {
    if (!is_collidable(m, body)) continue;
    bodies[count++] = body;
    if (is_immobile(m, body) && has_plane(m, body)) pairs.add_with_all(body);
  }
  for (int f = 0; f < m.nflex; ++f) {
    if (m.flex_contype[f] || m.flex_conaffinity[f]) bodies[count++] = m.nbody + f;
  }
  if (Mat3 axes; count > 1 && sweep_axes(m, d, axes)) {
    const std::span<SweepBox> boxes = frame.take<SweepBox>(count);
    for_each_part(d, count, 64, [&](int first, int end) { make_boxes(m, d, bodies, first, end, axes, boxes.data()); });
    find_pairs(sort_boxes(boxes, d, frame), d, pairs);
  }
  return sort_pairs(pairs.found(), m.nbody + m.nflex, frame);
}

}  // namespace corten
