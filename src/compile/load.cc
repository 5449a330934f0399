// From a file or text to a Model: read, compile, and throw if anything was wrong. The first bytes of a file tell
// whether it is a compiled model; all else is MJCF, or an archive with MJCF.
#include "corten/load.h"

#include <optional>
#include <utility>

#include "corten/binary.h"

namespace corten {

namespace {

Model finish(const Spec& spec, Diagnostics& diagnostics) {
  if (diagnostics.has_errors()) throw LoadError(std::move(diagnostics));
  Model model = compile(spec, diagnostics);
  if (diagnostics.has_errors()) throw LoadError(std::move(diagnostics));
  return model;
}

}  // namespace

Model load(const std::string& path, Diagnostics& diagnostics) {
  Diagnostics found;
  const auto hand_over = [&] {
    for (const Diagnostic& problem : found.list()) diagnostics.add(problem);
  };
  try {
    if (std::optional<Model> model = load_if_binary(path)) return std::move(*model);
    const Spec spec = read_mjcf(path, found);
    Model model = finish(spec, found);
    hand_over();
    return model;
  } catch (const LoadError& error) {
    found = error.diagnostics();
    hand_over();
    throw;
  }
}

Model load(const std::string& path) {
  Diagnostics diagnostics;
  return load(path, diagnostics);
}

Model load_text(std::string_view text, const std::string& directory) {
  Diagnostics diagnostics;
  const Spec spec = read_mjcf_text(text, directory, diagnostics);
  return finish(spec, diagnostics);
}

Model load_text(std::string_view text, Assets assets) {
  Diagnostics diagnostics;
  const Spec spec = read_mjcf_text(text, std::make_shared<const Assets>(std::move(assets)), diagnostics);
  return finish(spec, diagnostics);
}

}  // namespace corten
