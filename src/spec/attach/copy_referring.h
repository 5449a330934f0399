// Copies of the elements outside the tree that belong to a copied part of it.
#pragma once

#include <vector>

#include "corten/error.h"
#include "corten/spec.h"
#include "spec/attach/name_table.h"
#include "spec/attach/rename.h"

namespace corten {

// Appends to the lists of `to` what `from`, which may be the same Spec, has on elements of the copied part: flexes,
// pairs, excludes, tendons, equalities, actuators, sensors, tuples and plugin instances, in this order and under their
// new names. `names` has the names of the part already and learns the others. Returns the indices, in from.actuators,
// of the copied actuators.
std::vector<int> copy_referring(Spec& to, const Spec& from, const Namespace& space, NameTable& names);

// Removes what referred to elements that have disappeared: pairs, excludes, tendons, equalities, actuators and sensors
// with references that could be resolved with `before` and cannot with `after`, which forgets the removed ones; and
// plugin instances without use. Returns the indices of the removed actuators.
std::vector<int> remove_referring(Spec& spec, const NameTable& before, NameTable& after);

// The lists that copy_referring() looks at, alone.
Spec referring_elements(const Spec& spec);

// How many elements there are outside the tree that copy_referring() may multiply.
std::size_t count_referring(const Spec& spec);

}  // namespace corten
