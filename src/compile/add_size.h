// Sizes of a Model are ints; what a file asks for may be more.
#pragma once

#include <cstdint>
#include <limits>

#include "compile/context.h"

namespace corten {

constexpr int kMostBodies = 65534;    // bodies and flexes share the numbers of a collision pair, one 32-bit signature
constexpr int kMaxSamples = 1 << 24;  // a sample's index must be exact in single precision

// Adds to a size; reports the element that makes it too large, and leaves the size as it was.
inline void add_size(Context& context, const Element& element, std::string_view tag, int& size, std::int64_t more) {
  if (more < 0 || more > std::numeric_limits<int>::max() - size) {
    context.error(element, tag, "asks for " + std::to_string(more) + " numbers", "this is more than a model can hold");
  } else {
    size += static_cast<int>(more);
  }
}

}  // namespace corten
