// What follows from which body hangs on which: trees, ancestor dofs and the sparsity of the inertia matrix.
#pragma once

#include "compile/context.h"

namespace corten {

// Decides which bodies have a diagonal inertia block (FlatBody::simple) and counts trees and non-zeros. Tendons must be
// in the index of names.
void count_topology(Context& context, Sizes& sizes);

// Joints and bodies must have been filled.
void fill_topology(Context& context, Model& model);

}  // namespace corten
