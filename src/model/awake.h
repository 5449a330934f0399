// What is asleep: the sleep state of anything that belongs to a kinematic tree.
//
// The bodies of a tree sleep and wake together (pipeline/sleep/sleep.h decides when). What belongs to one body has that
// body's state. What lies between two is asleep only if neither side is awake.
#pragma once

#include "corten/data.h"
#include "corten/model.h"
#include "model/parallel.h"

namespace corten {

// Some tree sleeps: false costs nothing more. Ask this before any of the functions below.
inline bool has_sleepers(const Model& m, const Data& d) {
  return (m.opt.enableflags & kEnableSleep) && d.ntree_awake < m.ntree;
}

inline bool is_body_asleep(const Data& d, int body) { return d.body_awake[body] == SleepState::kAsleep; }

// State of a body, joint, dof, geom, site, camera, light, tendon, actuator or flex; awake for other objects.
SleepState sleep_state(const Model& m, const Data& d, Object type, int id);

inline bool is_asleep(const Model& m, const Data& d, Object type, int id) {
  return sleep_state(m, d, type, id) == SleepState::kAsleep;
}

// Calls visit(first dof, number of dofs) for ranges of whole trees that together are the dofs that are awake, on the
// threads of the world.
template <class Visit>
void for_each_awake_range(const Model& m, const Data& d, Visit&& visit) {
  if (!has_sleepers(m, d)) return for_each_dof_part(m, d, 0, m.nv, visit);
  for (int t = 0; t < m.ntree; ++t) {
    if (!d.tree_awake[t]) continue;
    const int first = m.tree_dofadr[t];
    while (t + 1 < m.ntree && d.tree_awake[t + 1]) ++t;
    visit(first, m.tree_dofadr[t] + m.tree_dofnum[t] - first);
  }
}

// Calls visit(m, d, first, end) for ranges of bodies that together are all but the world and the sleepers, on the threads
// of the world.
template <class Visit>
void for_each_awake_bodies(const Model& m, Data& d, Visit visit) {
  if (!has_sleepers(m, d)) {
    return for_each_body_part(m, d, 1, m.nbody, [&](int first, int end) { visit(m, d, first, end); });
  }
  for (int b = 1; b < m.nbody; ++b) {
    if (is_body_asleep(d, b)) continue;
    const int first = b;
    while (b < m.nbody && !is_body_asleep(d, b)) ++b;
    visit(m, d, first, b);
  }
}

bool is_equality_asleep(const Model& m, const Data& d, int equality);
bool is_sensor_asleep(const Model& m, const Data& d, int sensor);

}  // namespace corten
