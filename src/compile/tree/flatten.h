// The first pass of compile(): the nested Spec as flat lists in model order, and the index of all names.
#pragma once

#include "compile/context.h"

namespace corten {

// Fills the lists of the Context with elements, bodies and frames; the resolved numbers follow in later passes. False
// if the Spec refers to compiler settings or frames that do not exist, so that nothing more can be said about it.
bool flatten(Context& context);

// Indexes the names of the tree's elements again, after ids have changed.
void index_tree_names(Context& context);

// Name of an asset: its own, or the stem of its file's name.
std::string asset_name(const Element& asset, const std::string& file);

// Writes all indexed names into the Model.
void fill_names(const Context& context, Model& model);

}  // namespace corten
