// Recipes of flexes stand beside the tree but belong to a body of it: they go with a part that is copied.
#pragma once

#include <vector>

#include "corten/spec.h"
#include "spec/part.h"
#include "spec/rename.h"

namespace corten {

// Copies, under their new names and places, of the recipes of `source` that belong to `part` of its tree, for the
// moment when the part has been grafted into the frame `frame` of `parent`, a body of `spec`. To be called before that.
std::vector<FlexComp> move_flexcomps(const Spec& source, const Part& part, const Spec& spec, const Body& parent,
                                     int frame, const Namespace& space);

}  // namespace corten
