// A model that does not fit into memory is a problem of the model like any other: it is reported, not thrown.
#pragma once

#include <new>
#include <stdexcept>
#include <string>

#include "corten/error.h"

namespace corten {

// work(), or an empty result and an error about `file` if memory runs out in it. A request beyond all measure is
// std::length_error in the containers of the C++ library.
template <class Work>
auto within_memory(const std::string& file, Diagnostics& diagnostics, Work work) -> decltype(work()) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
  } catch (const std::length_error&) {
  }
  diagnostics.error({file, 0}, "", "", "the model takes more memory than there is");
  return {};
}

}  // namespace corten
