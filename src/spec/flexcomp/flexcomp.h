// <flexcomp>: a recipe for a flex with its bodies, joints and equality constraints.
//
// A Spec keeps recipes as they are written; compile() works on a copy in which they are carried out, and attach() on
// such a copy of the attached model. The generated bodies stand among their siblings where the recipe was written, the
// flex and its equality constraints in their lists where FlexComp::flexes and FlexComp::equalities say.
#pragma once

#include <string>
#include <vector>

#include "corten/error.h"
#include "corten/spec.h"

namespace corten {

// Carries out all recipes. One that cannot be is reported and stays.
void expand_flexcomps(Spec& spec, Diagnostics& diagnostics);

// Whether <flexcomp> elements would read back to the same: MJCF appends their results to the lists, and gives their
// joints the default class of their body.
bool can_write_flexcomps(const Spec& spec);

// How many degrees of freedom each recipe will have; 0 for one that cannot be carried out.
std::vector<int> flexcomp_dofs(const Spec& spec);

// The default class of elements in a body: its childclass, or that of the frame or body around it.
std::string class_at(const Spec& spec, const std::vector<int>& body_path);

}  // namespace corten
