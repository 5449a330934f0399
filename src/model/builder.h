// The compiler's and the binary reader's way to fill a Model; everybody else sees one that is complete.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "corten/model.h"

namespace corten {

class ModelBuilder {
 public:
  // Makes all arrays, zeroed, for the sizes set before.
  static void allocate(Model& m);
  // The same for a reader that fills the memory of all arrays itself.
  static std::span<std::byte> allocate_uninitialized(Model& m);
  static void set_names(Model& m, Object kind, std::vector<std::string> names);
  // Computes Model::signature(), when all arrays are filled.
  static void sign(Model& m);
};

}  // namespace corten
