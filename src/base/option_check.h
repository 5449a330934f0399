// Options that no simulation can have: with them time stands still, or no number stays finite.
#pragma once

#include <cmath>
#include <string>

#include "corten/option.h"

namespace corten {

// Smaller steps would leave the time as it is after a while: 1e4 + 1e-12 is 1e4 in double precision.
inline constexpr double kMinTimestep = 1e-12;

// What is wrong with a number given for an option, empty if nothing.
std::string timestep_problem(double timestep);
std::string number_problem(double number);

// The first problem, with the name of the option: "timestep: ...".
std::string option_problem(const Option& option);

// A quick look at what would stop a step; false: option_problem() has the last word.
inline bool looks_usable(const Option& o) {
  return o.timestep >= kMinTimestep && std::isfinite(o.timestep + o.impratio + o.gravity.x + o.gravity.y + o.gravity.z);
}

}  // namespace corten
