// How diagnostics read: one line each, with the place first so that editors can jump to it.
#include "corten/error.h"

#include <algorithm>

namespace corten {

std::string Diagnostic::text() const {
  std::string line;
  if (!where.file.empty()) {
    line += where.file;
    if (where.line > 0) line += ":" + std::to_string(where.line);
    line += ": ";
  }
  line += severity == Severity::kError ? "error: " : "warning: ";
  if (!element.empty()) {
    line += "<" + element;
    if (!name.empty()) line += " name=\"" + name + "\"";
    line += ">: ";
  }
  line += message;
  if (!hint.empty()) line += " (" + hint + ")";
  return line;
}

bool Diagnostics::has_errors() const { return error_count() > 0; }

int Diagnostics::error_count() const {
  return static_cast<int>(
      std::count_if(list_.begin(), list_.end(), [](const auto& d) { return d.severity == Severity::kError; }));
}

std::string Diagnostics::text() const {
  std::string all;
  for (const Diagnostic& d : list_) all += d.text() + "\n";
  return all;
}

LoadError::LoadError(Diagnostics diagnostics) : diagnostics_(std::move(diagnostics)), text_(diagnostics_.text()) {}

}  // namespace corten
