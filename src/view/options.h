// What can be changed while a simulation runs: options and flags, and physics that can be swapped.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "corten/model.h"

namespace corten::view {

using Json = nlohmann::json;

// All options with their values: [{name, label, kind, value, unit, meaning, choices?, group}]. Flags are called
// "flag.contact" and so on, since some of them share their name with an option.
Json list_options(const Option& option);
// The value of one of them as in the list; null if there is none.
Json option_value(const Option& option, const std::string& name);
// Returns what is wrong, empty if the option is set; on an error nothing is changed.
std::string set_option(Option& option, const std::string& name, const Json& value);

// [{name, label, value, choices, meaning}]: "contact", and "bending" and "elasticity" of a model with flexes that have
// them.
Json list_policies(const Model& model);
Json policy_value(const Model& model, const std::string& name);
std::string set_policy(Model& model, const std::string& name, const Json& value);

// What was changed since the file was loaded holds for the file loaded anew.
Option carry_changes(const Option& loaded, const Option& changed, Option next);

}  // namespace corten::view
