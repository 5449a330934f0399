// Simulating: the functions that move a Data forward or evaluate it where it stands.
//
// Misuse throws std::invalid_argument before anything has changed: a Data of another Model, an empty Model, or an
// option that cannot be simulated, such as a time step of zero.
//
// Numerical trouble does not throw. It is counted in Data::warning and recovered from as MuJoCo does: a world whose
// numbers went bad is reset to time 0, unless the flag autoreset is disabled. Data::unstable() tells, and the first
// warning of each kind goes to a handler (warning.h), by default to stderr.
//
// Memory is allocated when a scene needs more than ever before in this Data; steps that need no more than earlier ones
// allocate nothing. Contacts with their constraint rows take at most Data::memory_limit bytes, counted as
//   sizeof(Contact) + rows * (128 + 12 dofs)      for each contact
// Contacts beyond that, in the order in which they are found, are left out with the warning kContactFull. A matrix of
// the solver that would be larger than the limit is done without: the warning kConstraintFull tells, and conjugate
// gradients take the place of Newton's method and PGS, noslip iterations are left out. If no memory can be had below
// the limit, contacts are left out likewise, from then on. std::bad_alloc leaves a step only if there is no memory for
// the world without contacts.
#pragma once

#include <string_view>

#include "corten/data.h"
#include "corten/export.h"
#include "corten/model.h"

namespace corten {

// Resets to qpos0 at rest, or to a keyframe, given by its number or name; std::out_of_range if there is none.
CORTEN_API void reset(const Model& model, Data& data);
CORTEN_API void reset_to_key(const Model& model, Data& data, int key);
CORTEN_API void reset_to_key(const Model& model, Data& data, std::string_view name);

// Computes everything that follows from the current state and inputs, without moving.
CORTEN_API void forward(const Model& model, Data& data);

// Advances by one time step. step is step1 followed by step2; controls may be set in between.
CORTEN_API void step(const Model& model, Data& data);
CORTEN_API void step1(const Model& model, Data& data);
CORTEN_API void step2(const Model& model, Data& data);

enum class RunResult {
  kReached,   // data.time is `time` or the first step behind it
  kUnstable,  // the world went bad and was reset, see Data::unstable; nothing happens until the user's reset
  kStuck,     // time does not move on: the time step is below its rounding, or a hook turned it back
};

// Steps until data.time is `time` or more. A loop on data.time of one's own never ends if the world keeps going bad,
// since that sets time to 0; this one ends. std::invalid_argument for a time that is not finite.
CORTEN_API RunResult run_until(const Model& model, Data& data, double time);

}  // namespace corten
