// Skins: surfaces that bodies move, for rendering only.
#pragma once

#include <vector>

#include "compile/context.h"

namespace corten {

// The skins of the Spec with what their files hold; problems are reported.
std::vector<Skin> load_skins(Context& context);

void count_skins(Context& context, const std::vector<Skin>& skins, Sizes& sizes);
void fill_skins(const Context& context, const std::vector<Skin>& skins, Model& model);

}  // namespace corten
