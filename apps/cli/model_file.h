// Loading a model for a command: every diagnostic is shown, an unusable model ends the command.
#pragma once

#include <string>

#include "corten/error.h"
#include "corten/model.h"

namespace corten::cli {

// Throws Failure(kRefused) with all problems if there is an error.
void refuse_errors(const Diagnostics& diagnostics);

// Reads and compiles, prints warnings to standard error; throws Failure(kRefused) with all problems on error.
Model load_model(const std::string& path);

// From now on the command ends with an error about the model when memory runs out, also in a step, which cannot throw.
// load_model() calls it too.
void end_without_memory(const std::string& path);
[[noreturn]] void out_of_memory();

// Throws Failure(kRefused) unless the model has keyframe `key`.
void require_key(const Model& model, int key);

}  // namespace corten::cli
