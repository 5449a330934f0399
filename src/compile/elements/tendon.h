// Tendons: their paths, limits and the sparsity of their Jacobian.
#pragma once

#include <vector>

#include "compile/context.h"
#include "compile/tree/tree_dofs.h"

namespace corten {

void count_tendons(Context& context, Sizes& sizes);
void fill_tendons(Context& context, Model& model);

// Columns of the tendon's row of ten_J, increasing.
std::vector<int> tendon_dofs(const Context& context, const TreeDofs& tree, const Tendon& tendon);

}  // namespace corten
