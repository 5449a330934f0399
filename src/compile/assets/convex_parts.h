// Convex decomposition at compile time: <mesh corten:decompose="true"/>, an extension of MJCF.
#pragma once

#include "corten/error.h"
#include "corten/spec.h"

namespace corten {

// Whether a mesh asks for it.
bool wants_convex_parts(const Spec& spec);

// The Spec with the parts written out, as an author without the extension would do by hand: every colliding geom of
// type mesh with such a mesh gets, at the end of its body, a geom per part, "<geom>_part0", "_part1", ... of group 3
// without mass, with meshes "<mesh>_part0", ... The geom itself stays for inertia and looks and collides no more;
// contact pairs that name it become pairs with its parts. Everything else in the compiler sees ordinary meshes.
Spec with_convex_parts(const Spec& spec, Diagnostics& diagnostics);

}  // namespace corten
