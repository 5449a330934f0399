// Keyframes: stored states. The sizes of the state must have been counted before.
#pragma once

#include "compile/context.h"

namespace corten {

void count_keyframes(Context& context, Sizes& sizes);
void fill_keyframes(Context& context, Model& model);

}  // namespace corten
