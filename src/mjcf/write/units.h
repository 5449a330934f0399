// One set of compiler settings for a whole Spec.
//
// Attached models bring their own settings: angle unit, Euler sequence, automatic limits, sources of inertia,
// directories. A file has one <compiler>, so elements that were written under other settings are rewritten to mean the
// same, bit by bit, under those of the model. What cannot be expressed: a boundmass or boundinertia that only some of
// the models have, for bodies without <inertial diaginertia>.
#pragma once

#include "corten/spec.h"

namespace corten::mjcf {

// A Spec with the same meaning whose elements all have compiler 0.
Spec with_one_compiler(const Spec& spec);

}  // namespace corten::mjcf
