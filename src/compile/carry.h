// A world of one model as a world of another.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// A world of `next` in which everything that both models have is where it was; see recompile() in edit.h for what counts
// as the same. In recompile.cc.
Data carry_world(const Model& model, const Data& data, const Model& next);

}  // namespace corten
