// Which trees sleep, and what wakes them.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// ---- sleep
//
// Sleep: kinematic trees that have come to rest stop being computed.
//
// A tree that may sleep (tree_sleep_policy), is free of applied forces and slower than sleep_tolerance for ten steps is
// ready. An island falls asleep when all of its trees are ready, a tree without constraint rows by itself. Sleepers
// keep their positions; they have no velocity, no rows among themselves or with the world, and are not integrated.
// sleep.h says what wakes them.
//
// Data::tree_asleep is the state, everything else follows from it:
//   below zero   awake; -1: ready, otherwise -1 minus the number of quiet steps that are still needed
//   otherwise    asleep; the next tree of the ring of those that fell asleep together

inline constexpr int kFullyAwake = -(1 + 10);  // tree_asleep of a tree that has just moved or been woken

// No tree sleeps, but for those with the policy init, if sleep is enabled. Part of a reset; qpos is set.
void reset_sleep(const Model& m, Data& d);

// Fills the lists and counts of what is awake from tree_asleep.
void update_awake(const Model& m, Data& d);

// The tree may sleep, nothing is applied to it, and each of its dofs is slower than the tolerance; zero: it is at rest.
bool is_quiet(const Model& m, const Data& d, int tree, double tolerance);

// Counts quiet steps and puts trees to sleep: tree_asleep, qvel and qacc change, the lists do not. True: some fell
// asleep. Part of a step; a forward pass has been run.
bool fall_asleep(const Model& m, Data& d);

// ---- wake
//
// What wakes sleeping trees. A tree wakes with all that fell asleep with it.
//
//   the user     changes qpos, qvel or a mocap pose it hangs on, or applies a force
//   tendons      a limit is reached between an awake and a sleeping tree
//   contacts     with an awake tree or a mocap body
//   equalities   with an awake tree or a mocap body, or between trees that did not fall asleep together
// Stages of a forward pass; without sleepers they do nothing.

// Forward kinematics, which notices changed positions.
void compute_kinematics_and_wake(const Model& m, Data& d);

// After kinematics, tendons and inertia.
void wake_by_tendons(const Model& m, Data& d);

// After collision, which is done again if something woke.
void wake_by_contacts(const Model& m, Data& d);

void wake_by_equalities(const Model& m, Data& d);

}  // namespace corten
