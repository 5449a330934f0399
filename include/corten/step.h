// Simulating: the functions that move a Data forward or evaluate it where it stands.
//
// None of them allocates or throws. They never fail: numerical trouble is counted in Data::warning and recovered from.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// Resets to qpos0 at rest, or to keyframe `key`.
void reset(const Model& model, Data& data) noexcept;
void reset_to_key(const Model& model, Data& data, int key) noexcept;

// Computes everything that follows from the current state and inputs, without moving.
void forward(const Model& model, Data& data) noexcept;

// Advances by one time step. step is step1 followed by step2; controls may be set in between.
void step(const Model& model, Data& data) noexcept;
void step1(const Model& model, Data& data) noexcept;
void step2(const Model& model, Data& data) noexcept;

}  // namespace corten
