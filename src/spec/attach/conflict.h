// What to do when an attached model has other physics options than the one that receives it: compiler/conflict.
#pragma once

#include "corten/error.h"
#include "corten/spec.h"

namespace corten {

// Compares the options and sizes of `child` with those of `spec`. An option that a file gave to one of
// them is set where it was given, even to its default (Spec::written); any other option, and a size, is
// set if it is not the default.
//   warning: what `spec` has is kept, with a warning
//   merge:   an option that only the child sets is taken over; where both set it, the more demanding one is taken
//            (smaller timestep and tolerances, more iterations, larger sizes); other differences are errors
//   error:   where both set an option, a difference is an error, as is a flag of the child that `spec` was given
//   otherwise
// False, and nothing changed, if there are errors.
bool resolve_conflicts(Spec& spec, const Spec& child, const SourceLocation& where, Diagnostics& diagnostics);

}  // namespace corten
