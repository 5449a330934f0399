// Which trees come to rest and are left out, see sleep.h.
#include "pipeline/sleep/sleep.h"

#include <algorithm>
#include <cmath>

#include "corten/step.h"
#include "math/dense.h"
#include "model/workspace.h"

namespace corten {

namespace {

SleepState body_state(const Model& m, const Data& d, int body) {
  if (const int tree = m.body_treeid[body]; tree >= 0) {
    return d.tree_awake[tree] ? SleepState::kAwake : SleepState::kAsleep;
  }
  return m.body_mocapid[m.body_rootid[body]] >= 0 ? SleepState::kAwake : SleepState::kStatic;
}

void count_quiet_steps(const Model& m, Data& d) {
  for (int t = 0; t < m.ntree; ++t) {
    int& count = d.tree_asleep[t];
    if (count >= 0) continue;
    count = is_quiet(m, d, t, m.opt.sleep_tolerance) ? std::min(count + 1, -1) : kFullyAwake;
  }
}

void stop(const Model& m, Data& d, int tree) {
  const int first = m.tree_dofadr[tree], count = m.tree_dofnum[tree];
  std::ranges::fill(d.qvel.span(first, count), 0.0);
  std::ranges::fill(d.qacc.span(first, count), 0.0);
}

// A ring goes through the trees of an island in increasing order and back to the first.
bool put_to_sleep(const Model& m, Data& d) {
  Scratch::Frame frame(work(d).scratch);
  const std::span<char> restless = frame.take_zero<char>(d.nisland);
  const std::span<int> first = frame.take<int>(d.nisland), last = frame.take<int>(d.nisland);
  std::ranges::fill(last, -1);
  for (int t = 0; t < m.ntree; ++t) {
    if (const int island = d.tree_island[t]; island >= 0) restless[island] |= d.tree_asleep[t] != -1;
  }
  bool any = false;
  for (int t = 0; t < m.ntree; ++t) {
    const int island = d.tree_island[t];
    if (d.tree_asleep[t] != -1 || (island >= 0 && restless[island])) continue;
    any = true;
    stop(m, d, t);
    if (island < 0) {
      d.tree_asleep[t] = t;
      continue;
    }
    if (last[island] < 0) {
      first[island] = t;
    } else {
      d.tree_asleep[last[island]] = t;
    }
    last[island] = t;
    d.tree_asleep[t] = first[island];
  }
  return any;
}

}  // namespace

bool is_quiet(const Model& m, const Data& d, int tree, double tolerance) {
  const SleepPolicy policy = m.tree_sleep_policy[tree];
  if (policy == SleepPolicy::kNever || policy == SleepPolicy::kAutoNever) return false;
  for (const Vec<6>& wrench : d.xfrc_applied.span(m.tree_bodyadr[tree], m.tree_bodynum[tree])) {
    if (!is_untouched(wrench.v)) return false;  // MuJoCo: -0 is not zero
  }
  const int first = m.tree_dofadr[tree], count = m.tree_dofnum[tree];
  if (!is_untouched(d.qfrc_applied.span(first, count))) return false;
  if (tolerance == 0) return is_untouched(d.qvel.span(first, count));
  for (int i = first; i < first + count; ++i) {
    if (m.dof_length[i] * std::abs(d.qvel[i]) >= tolerance) return false;
  }
  return true;
}

void update_awake(const Model& m, Data& d) {
  d.ntree_awake = d.nbody_awake = d.nparent_awake = d.nv_awake = 0;
  for (int t = 0; t < m.ntree; ++t) d.ntree_awake += d.tree_awake[t] = d.tree_asleep[t] < 0;
  for (int b = 0; b < m.nbody; ++b) {
    d.body_awake[b] = body_state(m, d, b);
    if (d.body_awake[b] != SleepState::kAsleep) d.body_awake_ind[d.nbody_awake++] = b;
    if (b > 0 && d.body_awake[m.body_parentid[b]] != SleepState::kAsleep) d.parent_awake_ind[d.nparent_awake++] = b;
  }
  for (int i = 0; i < m.nv; ++i) {
    if (d.tree_awake[m.dof_treeid[i]]) d.dof_awake_ind[d.nv_awake++] = i;
  }
}

bool fall_asleep(const Model& m, Data& d) {
  if (d.nefc > 0 && d.nisland == 0) return false;  // islands are switched off: nobody knows who leans on whom
  count_quiet_steps(m, d);
  return put_to_sleep(m, d);
}

void reset_sleep(const Model& m, Data& d) {
  std::ranges::fill(d.tree_asleep, kFullyAwake);
  update_awake(m, d);
  const auto starts_asleep = [&m](int t) { return m.tree_sleep_policy[t] == SleepPolicy::kInit; };
  if (!(m.opt.enableflags & kEnableSleep)) return;
  if (std::ranges::none_of(m.tree_sleep_policy, [](SleepPolicy p) { return p == SleepPolicy::kInit; })) return;

  forward(m, d);  // the contacts decide who sleeps together
  for (int t = 0; t < m.ntree; ++t) {
    if (starts_asleep(t)) d.tree_asleep[t] = -1;
  }
  fall_asleep(m, d);  // MuJoCo: stops the program if a tree cannot sleep; here it stays awake
  std::ranges::fill(d.qfrc_smooth, 0.0);
  std::ranges::fill(d.qacc_smooth, 0.0);
  d.ne = d.nf = d.nl = d.nefc = d.nJ = d.nisland = d.nidof = 0;
  update_awake(m, d);
}

}  // namespace corten
