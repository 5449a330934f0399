// The shapes that models can use as signed distance fields, by name.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "corten/sdf.h"

namespace corten {

struct SdfKind {
  std::vector<std::string> keys;  // that <config> may have
  SdfFactory make;
};

// A registered or built-in shape.
std::optional<SdfKind> find_sdf(const std::string& name);

}  // namespace corten
