// Bodies.
#pragma once

#include "compile/context.h"

namespace corten {

// Poses of all bodies in their parents.
void resolve_bodies(Context& context);

// Moves the frame of free bodies to their inertial frame where <freejoint align> or <compiler alignfree> asks for it.
// Everything on the body must be resolved.
void align_free_bodies(Context& context);

void count_bodies(Context& context, Sizes& sizes);
void fill_bodies(Context& context, Model& model);

}  // namespace corten
