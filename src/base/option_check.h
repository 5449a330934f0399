// Options that no simulation can have: with them time stands still, or no number stays finite.
#pragma once

#include <cmath>
#include <string>
#include <string_view>

#include "corten/option.h"

namespace corten {

// Smaller steps would leave the time as it is after a while: 1e4 + 1e-12 is 1e4 in double precision.
inline constexpr double kMinTimestep = 1e-12;

// The attribute of an option of kind Extension.
std::string extension_attribute(std::string_view name);

// What is wrong with the value of one option, given by its name, empty if nothing.
std::string option_problem(const Option& option, std::string_view name);

// The first problem, with the name of the option: "timestep: ...".
std::string option_problem(const Option& option);

// A quick look at what would stop a step; false: option_problem() has the last word.
inline bool looks_usable(const Option& o) {
  return o.formulation == Formulation::kConvex && o.timestep >= kMinTimestep &&
         std::isfinite(o.timestep + o.impratio + o.gravity.x + o.gravity.y + o.gravity.z);
}

}  // namespace corten
