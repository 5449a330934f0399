// Loading for a command; the warnings of a model that can be used are shown too.
#include "cli/model_file.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <new>

#include "cli/failure.h"
#include "corten/load.h"

namespace corten::cli {

namespace {

std::string model_in_use;  // a new-handler takes no arguments

}  // namespace

void end_without_memory(const std::string& path) {
  model_in_use = path + ": ";
  std::set_new_handler(out_of_memory);
}

void out_of_memory() {
  std::fputs(model_in_use.c_str(), stderr);
  std::fputs("error: the model takes more memory than there is\n", stderr);
  std::_Exit(static_cast<int>(ExitCode::kRefused));
}

void refuse_errors(const Diagnostics& diagnostics) {
  if (!diagnostics.has_errors()) return;
  std::string text = diagnostics.text();
  if (!text.empty() && text.back() == '\n') text.pop_back();
  throw Failure(ExitCode::kRefused, text);
}

Model load_model(const std::string& path) {
  Diagnostics diagnostics;
  Model model = load(path, diagnostics);
  refuse_errors(diagnostics);
  fmt::print(stderr, "{}", diagnostics.text());
  end_without_memory(path);
  return model;
}

void require_key(const Model& model, int key) {
  if (key >= 0 && key < model.nkey) return;
  const std::string has =
      model.nkey == 0 ? "the model has no keyframes" : fmt::format("the model's keyframes are 0 to {}", model.nkey - 1);
  throw Failure(ExitCode::kRefused, fmt::format("error: there is no keyframe {}: {}", key, has));
}

}  // namespace corten::cli
