// What wakes sleeping trees. A tree wakes with all that fell asleep with it.
//
//   the user     changes qpos, qvel or a mocap pose it hangs on, or applies a force
//   tendons      a limit is reached between an awake and a sleeping tree
//   contacts     with an awake tree or a mocap body
//   equalities   with an awake tree or a mocap body, or between trees that did not fall asleep together
// Stages of a forward pass; without sleepers they do nothing.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// Forward kinematics, which notices changed positions.
void compute_kinematics_and_wake(const Model& m, Data& d);

// After kinematics, tendons and inertia.
void wake_by_tendons(const Model& m, Data& d);

// After collision, which is done again if something woke.
void wake_by_contacts(const Model& m, Data& d);

void wake_by_equalities(const Model& m, Data& d);

}  // namespace corten
