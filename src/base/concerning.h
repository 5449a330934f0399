// Work on the model of a file, whose problems all name the file: also those of the model as a whole, and that the model
// does not fit into memory, which is a problem like any other and not thrown.
#pragma once

#include <algorithm>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>

#include "corten/error.h"

namespace corten {

// Problems without a file get this one.
inline void name_file(const std::string& file, Diagnostics& diagnostics) {
  const auto unnamed = [](const Diagnostic& problem) { return problem.where.file.empty(); };
  if (file.empty() || std::none_of(diagnostics.list().begin(), diagnostics.list().end(), unnamed)) return;
  Diagnostics named;
  for (Diagnostic problem : diagnostics.list()) {
    if (unnamed(problem)) problem.where.file = file;
    named.add(std::move(problem));
  }
  diagnostics = std::move(named);
}

// work(), or an empty result and an error about `file` if memory runs out in it. A request beyond all measure is
// std::length_error in the containers of the C++ library.
template <class Work>
auto concerning(const std::string& file, Diagnostics& diagnostics, Work work) -> decltype(work()) {
  try {
    auto result = work();
    name_file(file, diagnostics);
    return result;
  } catch (const std::bad_alloc&) {
  } catch (const std::length_error&) {
  }
  diagnostics.error({file, 0}, "", "", "the model takes more memory than there is");
  name_file(file, diagnostics);
  return {};
}

}  // namespace corten
