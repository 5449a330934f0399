// Loading for a command; the warnings of a model that can be used are shown too.
#include "cli/model_file.h"

#include <fmt/format.h>

#include "cli/failure.h"
#include "corten/load.h"

namespace corten::cli {

void refuse_errors(const Diagnostics& diagnostics) {
  if (!diagnostics.has_errors()) return;
  std::string text = diagnostics.text();
  if (!text.empty() && text.back() == '\n') text.pop_back();
  throw Failure(ExitCode::kRefused, text);
}

Model load_model(const std::string& path) {
  Diagnostics diagnostics;
  try {
    Model model = load(path, diagnostics);
    fmt::print(stderr, "{}", diagnostics.text());
    return model;
  } catch (const LoadError&) {
    refuse_errors(diagnostics);
    throw;
  }
}

void require_key(const Model& model, int key) {
  if (key >= 0 && key < model.nkey) return;
  const std::string has =
      model.nkey == 0 ? "the model has no keyframes" : fmt::format("the model's keyframes are 0 to {}", model.nkey - 1);
  throw Failure(ExitCode::kRefused, fmt::format("error: there is no keyframe {}: {}", key, has));
}

}  // namespace corten::cli
