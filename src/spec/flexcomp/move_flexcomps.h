// Recipes of flexes stand beside the tree but belong to a body of it: they go with a part that is copied.
#pragma once

#include <vector>

#include "corten/spec.h"
#include "spec/attach/part.h"
#include "spec/attach/rename.h"

namespace corten {

// Copies, under their new names and places, of the recipes in bodies of `part` of the tree of `spec`, for the moment
// when the part has been grafted into `parent`, another body of that tree. To be called before that. Where in the lists
// their flexes and equality constraints go is left to the caller.
std::vector<FlexComp> move_flexcomps(const Spec& spec, const Part& part, const Body& parent, const Namespace& space);

}  // namespace corten
