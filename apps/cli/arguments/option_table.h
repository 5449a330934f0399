// The fields of Option by name: printing them, and setting them from the command line.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "cli/output/json.h"
#include "corten/option.h"
#include "mjcf/schema/keywords.h"

namespace corten::cli {

struct OptionField {
  using Member = std::variant<double Option::*, int Option::*, Vec3 Option::*, Vec<2> Option::*, Vec<5> Option::*,
                              Integrator Option::*, Cone Option::*, Jacobian Option::*, Solver Option::*,
                              Formulation Option::*, RestitutionLaw Option::*>;
  const char* name;
  Member member;
  const char* unit;                          // "" if it has none
  const mjcf::Keywords* keywords = nullptr;  // of an enum
  bool extension = false;                    // MuJoCo does not have it
};

const std::vector<OptionField>& option_fields();

// The keyword of an enum's value, empty for other fields.
std::string option_keyword(const OptionField& field, const Json& value);

// A number, or a list of numbers for vectors. Enums are integers.
Json option_value(const Option& option, const OptionField& field);

// Applies "opt.FIELD=VALUE", for example "opt.timestep=0.001", "opt.gravity=0 0 -1.62" or "opt.integrator=RK4".
// Throws Failure(kUsage) with what would be right.
void set_option(Option& option, const std::string& assignment);

}  // namespace corten::cli
