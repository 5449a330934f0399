// Tendons: lengths along paths of joints, sites, wrapping geoms and pulleys, and the forces they transmit.
#pragma once

#include <span>

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// Writes ten_length, ten_J and the path: ten_wrapadr, ten_wrapnum, wrap_obj, wrap_xpos. Needs kinematics and com.
void compute_tendons(const Model& m, Data& d);
// Writes ten_velocity = ten_J qvel.
void compute_tendon_velocity(const Model& m, Data& d);

// M += J' armature J for every tendon with inertia.
void add_tendon_armature(const Model& m, Data& d);
// qfrc += J' armature (dJ/dt qvel), the velocity dependent force of that inertia. Needs velocity.
void add_tendon_bias(const Model& m, const Data& d, std::span<double> qfrc);

// Adds spring forces to qfrc_spring and damper forces to qfrc_damper.
void compute_tendon_passive(const Model& m, Data& d);

}  // namespace corten
