// Which field points where: the numbers of a Model that are used as indices.
//
// The engine trusts a Model. One that comes from a file is checked here first, so that no damaged or made-up index can
// make the engine read or write outside of its arrays or walk in circles.
#pragma once

#include <string>
#include <string_view>

#include "corten/model.h"

namespace corten {

// The first thing that is wrong, for example "body_parentid[3] is 17, not below 5"; empty if nothing is.
std::string find_bad_reference(const Model& model);

// Whether the rules say what the numbers of an integer field are: indices into something, or plain numbers.
bool is_classified(std::string_view field);

}  // namespace corten
