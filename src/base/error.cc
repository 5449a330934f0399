// How diagnostics read: one line each, with the place first so that editors can jump to it.
#include "corten/error.h"

#include <algorithm>

#include "base/processor.h"
#include "base/text.h"

namespace corten {

// Every program needs this file, and so links the check too.
extern void (*const kProcessorCheck)();
void (*const kProcessorCheck)() = require_processor;

std::string Diagnostic::text() const {
  std::string line;
  if (!where.file.empty()) {
    line += where.file;
    if (where.line > 0) line += ":" + std::to_string(where.line);
    line += ": ";
  }
  line += severity == Severity::kError ? "error: " : "warning: ";
  if (!element.empty()) {
    line += "<" + shortened(element);
    if (!name.empty()) line += " name=\"" + shortened(name) + "\"";
    line += ">: ";
  }
  line += shortened(message);
  if (!hint.empty()) line += " (" + shortened(hint) + ")";
  return line;
}

bool Diagnostics::has_errors() const { return error_count() > 0; }

int Diagnostics::error_count() const {
  return static_cast<int>(
      std::count_if(list_.begin(), list_.end(), [](const auto& d) { return d.severity == Severity::kError; }));
}

std::string Diagnostics::text() const {
  constexpr std::size_t kMost = 1000;  // nobody reads more
  std::string all;
  for (std::size_t i = 0; i < std::min(list_.size(), kMost); ++i) all += list_[i].text() + "\n";
  if (list_.size() > kMost) all += "and " + std::to_string(list_.size() - kMost) + " more problems\n";
  return all;
}

LoadError::LoadError(Diagnostics diagnostics) : diagnostics_(std::move(diagnostics)), text_(diagnostics_.text()) {}

}  // namespace corten
