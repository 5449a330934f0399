// Loading a model for a command: every diagnostic is shown, an unusable model ends the command.
#pragma once

#include <string>

#include "corten/error.h"
#include "corten/model.h"

namespace corten::cli {

// Reads and compiles. Nothing is printed; if `diagnostics` holds an error, the Model is empty.
Model try_load(const std::string& path, Diagnostics& diagnostics);

// Reads and compiles, prints warnings to standard error; throws Failure(kRefused) with all problems on error.
Model load_model(const std::string& path);

// Throws Failure(kRefused) unless the model has keyframe `key`.
void require_key(const Model& model, int key);

}  // namespace corten::cli
