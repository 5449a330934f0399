// From a file or text to a Model: read, compile, and throw if anything was wrong.
#include "corten/load.h"

#include <utility>

namespace corten {

namespace {

Model finish(const Spec& spec, Diagnostics& diagnostics) {
  if (diagnostics.has_errors()) throw LoadError(std::move(diagnostics));
  Model model = compile(spec, diagnostics);
  if (diagnostics.has_errors()) throw LoadError(std::move(diagnostics));
  return model;
}

}  // namespace

Model load(const std::string& path) {
  Diagnostics diagnostics;
  const Spec spec = read_mjcf(path, diagnostics);
  return finish(spec, diagnostics);
}

Model load_text(std::string_view text, const std::string& directory) {
  Diagnostics diagnostics;
  const Spec spec = read_mjcf_text(text, directory, diagnostics);
  return finish(spec, diagnostics);
}

}  // namespace corten
