// What wakes sleeping trees, see sleep.h.
#include <algorithm>
#include <utility>

#include "collide/contacts.h"
#include "constraint/flex/flex_rows.h"
#include "constraint/kinds/kinds.h"
#include "dynamics/smooth.h"
#include "model/access.h"
#include "model/awake.h"
#include "model/workspace.h"
#include "pipeline/sleep/sleep.h"

namespace corten {

namespace {

// Collects who is to wake; the lists of what is awake keep their state until the end.
class Waking {
 public:
  Waking(const Model& m, Data& d) : m_(m), d_(d) {}

  // Wakes the ring of a tree with the given tree_asleep; an awake tree loses its quiet steps to it.
  void wake(int tree, int value) {
    int t = tree;
    if (d_.tree_asleep[t] < 0) {
      d_.tree_asleep[t] = std::min(d_.tree_asleep[t], value);
      return;
    }
    any_ = true;
    while (t < m_.ntree && d_.tree_asleep[t] >= 0) t = std::exchange(d_.tree_asleep[t], value);
  }

  // One tree was awake and the other asleep: the latter gets as many quiet steps as the former has.
  void wake_by_other(int tree1, int tree2) {
    if (d_.tree_awake[tree1]) std::swap(tree1, tree2);
    wake(tree1, d_.tree_asleep[tree2]);
  }

  bool finish() {
    if (any_) update_awake(m_, d_);
    return any_;
  }

 private:
  const Model& m_;
  Data& d_;
  bool any_ = false;
};

// Poses of sleeping bodies with joints, to be compared after kinematics.
struct Poses {
  std::span<int> bodies;
  std::span<Vec3> xpos;
  std::span<Quat> xquat;
};

Poses sleeping_poses(const Model& m, const Data& d, Scratch::Frame& frame) {
  Poses p{frame.take<int>(m.nbody), frame.take<Vec3>(m.nbody), frame.take<Quat>(m.nbody)};
  int n = 0;
  for (int b = 1; b < m.nbody; ++b) {
    if (m.body_jntnum[b] == 0 || !is_body_asleep(d, b)) continue;
    p.bodies[n] = b;
    p.xpos[n] = d.xpos[b];
    p.xquat[n++] = d.xquat[b];
  }
  p.bodies = p.bodies.first(n);
  return p;
}

// A joint or mocap position of the tree is not what it was when the tree fell asleep.
void mark_moved(const Model& m, Data& d, const Poses& before) {
  for (std::size_t i = 0; i < before.bodies.size(); ++i) {
    const int b = before.bodies[i];
    if (before.xpos[i] != d.xpos[b] || before.xquat[i] != d.xquat[b]) d.tree_awake[m.body_treeid[b]] = true;
  }
}

bool is_tendon_at_limit(const Model& m, const Data& d, int t) {
  const double length = d.ten_length[t], margin = m.tendon_margin[t];
  return m.tendon_limited[t] && (length - m.tendon_range[t][0] < margin || m.tendon_range[t][1] - length < margin);
}

// MuJoCo: a sleeping tendon has no length and no effect, not even in the step that wakes its tree by a contact.
void slacken_sleeping_tendons(const Model& m, Data& d) {
  for (int t = 0; t < m.ntendon; ++t) {
    if (!is_asleep(m, d, Object::kTendon, t)) continue;
    d.ten_length[t] = 0;
    std::ranges::fill(d.ten_J.span(m.ten_J_rowadr[t], m.ten_J_rownnz[t]), 0.0);
  }
}

// The smallest tree of a ring of sleepers.
int smallest_of_ring(const Data& d, int tree) {
  int smallest = tree;
  for (int t = d.tree_asleep[tree], n = 0; t != tree && t >= 0 && n < d.tree_asleep.size(); t = d.tree_asleep[t], ++n) {
    smallest = std::min(smallest, t);
  }
  return smallest;
}

// The two bodies that an equality connects, -1: none.
struct Sides {
  int body1 = -1, body2 = -1;
};

Sides sides_of(const Model& m, int e) {
  const int id1 = m.eq_obj1id[e], id2 = m.eq_obj2id[e];
  switch (m.eq_type[e]) {
    case EqualityType::kConnect:
    case EqualityType::kWeld:
      return m.eq_objtype[e] == Object::kSite ? Sides{m.site_bodyid[id1], m.site_bodyid[id2]} : Sides{id1, id2};
    case EqualityType::kJoint:
      return {id1 < 0 ? -1 : m.jnt_bodyid[id1], id2 < 0 ? -1 : m.jnt_bodyid[id2]};
    default:
      return {};
  }
}

void wake_by_equality(const Model& m, const Data& d, const Sides& sides, Waking& waking) {
  const auto state = [&d](int body) { return body < 0 ? SleepState::kStatic : d.body_awake[body]; };
  const SleepState state1 = state(sides.body1), state2 = state(sides.body2);
  if (state1 == SleepState::kStatic || state2 == SleepState::kStatic) return;
  const int tree1 = m.body_treeid[sides.body1], tree2 = m.body_treeid[sides.body2];
  if (tree1 == tree2) return;
  const bool asleep1 = state1 == SleepState::kAsleep, asleep2 = state2 == SleepState::kAsleep;
  if (asleep1 && asleep2 && d.tree_asleep[tree1] >= 0 && d.tree_asleep[tree2] >= 0 &&
      smallest_of_ring(d, tree1) == smallest_of_ring(d, tree2)) {
    return;
  }
  if (asleep1) waking.wake(tree1, kFullyAwake);
  if (asleep2) waking.wake(tree2, kFullyAwake);
}

// Equalities of tendons. MuJoCo does not support them together with sleep; here they wake
// what any of their trees moves.
void wake_by_tendon_equality(const Model& m, const Data& d, int e, Waking& waking) {
  const auto for_each_tree = [&](auto&& visit) {
    for (const int t : {m.eq_obj1id[e], m.eq_obj2id[e]}) {
      for (int k = 0; t >= 0 && k < std::min(2, m.tendon_treenum[t]); ++k) visit(m.tendon_treeid[t][k]);
    }
  };
  bool any_awake = false;
  for_each_tree([&](int tree) { any_awake |= d.tree_awake[tree]; });
  for_each_tree([&](int tree) {
    if (any_awake && !d.tree_awake[tree]) waking.wake(tree, kFullyAwake);
  });
}

// The trees of a flex move together: an awake one wakes the first sleeper, and with it all that fell asleep with it.
void wake_by_flex_equality(const Model& m, const Data& d, int e, Waking& waking) {
  int awake = -1, asleep = -1;
  for (const int body : flex_bodies(m, m.eq_obj1id[e])) {
    const int tree = m.body_treeid[body];
    if (tree < 0) continue;
    int& first = d.tree_awake[tree] ? awake : asleep;
    if (first < 0) first = tree;
  }
  if (awake >= 0 && asleep >= 0) waking.wake(asleep, d.tree_asleep[awake]);
}

}  // namespace

void compute_kinematics_and_wake(const Model& m, Data& d) {
  if (d.ntree_awake == m.ntree) {
    compute_kinematics(m, d);
    return;
  }
  Scratch::Frame frame(work(d).scratch);
  const Poses before = sleeping_poses(m, d, frame);
  compute_body_poses(m, d);
  mark_moved(m, d, before);
  const bool switched_off = !(m.opt.enableflags & kEnableSleep);
  Waking waking(m, d);
  for (int t = 0; t < m.ntree; ++t) {
    if (d.tree_asleep[t] < 0) continue;
    if (switched_off || d.tree_awake[t] || !is_quiet(m, d, t, 0)) waking.wake(t, kFullyAwake);
  }
  waking.finish();
  compute_attached_poses(m, d);
}

void wake_by_tendons(const Model& m, Data& d) {
  if (!has_sleepers(m, d)) return;
  slacken_sleeping_tendons(m, d);
  Waking waking(m, d);
  for (int t = 0; t < m.ntendon; ++t) {
    if (m.tendon_treenum[t] != 2 || !is_tendon_at_limit(m, d, t)) continue;
    const auto [tree1, tree2] = m.tendon_treeid[t].v;
    if (d.tree_awake[tree1] != d.tree_awake[tree2]) waking.wake_by_other(tree1, tree2);
  }
  waking.finish();
}

void wake_by_contacts(const Model& m, Data& d) {
  if (!has_sleepers(m, d)) return;
  Waking waking(m, d);
  for (const Contact& contact : d.contact) {
    const int body1 = representative_body(m, contact, 0), body2 = representative_body(m, contact, 1);
    const int tree1 = m.body_treeid[body1], tree2 = m.body_treeid[body2];
    if (tree1 >= 0 && tree2 >= 0) {
      if (d.tree_awake[tree1] != d.tree_awake[tree2]) waking.wake_by_other(tree1, tree2);
    } else if (d.body_awake[tree1 < 0 ? body1 : body2] == SleepState::kAwake) {  // a mocap body
      const int tree = std::max(tree1, tree2);
      if (tree >= 0 && !d.tree_awake[tree]) waking.wake(tree, kFullyAwake);
    }
  }
  if (waking.finish()) compute_contacts(m, d);
}

void wake_by_equalities(const Model& m, Data& d) {
  if (!has_sleepers(m, d)) return;
  Waking waking(m, d);
  for (int e = 0; e < m.neq; ++e) {
    if (!d.eq_active[e]) continue;
    if (m.eq_type[e] == EqualityType::kTendon) {
      wake_by_tendon_equality(m, d, e, waking);
    } else if (is_flex_equality(m.eq_type[e])) {
      wake_by_flex_equality(m, d, e, waking);
    } else {
      wake_by_equality(m, d, sides_of(m, e), waking);
    }
  }
  waking.finish();
}

}  // namespace corten
