// Guards of the public functions: what they are given must fit together.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// Throws std::invalid_argument, unless the two turn out to belong together.
void examine(const Model& m, const Data& d);

// Throws std::invalid_argument unless the Data was made for this Model or for one of the same structure.
inline void require_own(const Model& m, const Data& d) {
  if (m.signature() != d.signature() || m.signature() == 0) [[unlikely]]
    examine(m, d);
}

// Throws std::out_of_range unless 0 <= index < count; `what` is the word for the thing.
void require_index(const char* what, int index, int count);

// Throws std::invalid_argument for a Model without content: one that was not loaded, or was moved from.
void require_content(const Model& m);

}  // namespace corten
