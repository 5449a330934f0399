// Numerical trouble in words.
#pragma once

#include "cli/output/json.h"
#include "corten/data.h"
#include "corten/model.h"

namespace corten::cli {

// All warnings that were counted: [{"warning", "count", "last"}].
Json warnings_to_json(const Model& model, const Data& data);

}  // namespace corten::cli
