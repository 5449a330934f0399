// Numerical trouble in words.
#pragma once

#include <optional>
#include <string>

#include "cli/json.h"
#include "corten/data.h"
#include "corten/model.h"

namespace corten::cli {

// One sentence if the state went bad in the last step, naming what and where; `time` is when that step began.
std::optional<std::string> explain_instability(const Model& model, const Data& data, double time);

// All warnings that were counted: [{"warning", "count", "last"}].
Json warnings_to_json(const Model& model, const Data& data);

}  // namespace corten::cli
