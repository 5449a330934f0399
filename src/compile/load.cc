// From a file or text to a Model: read, compile, and throw if anything was wrong. The first bytes of a file tell
// whether it is a compiled model; all else is MJCF, or an archive with MJCF.
#include "corten/load.h"

#include <fstream>
#include <utility>

#include "base/file_source.h"
#include "corten/binary.h"

namespace corten {

namespace {

Model finish(const Spec& spec, Diagnostics& diagnostics) {
  if (diagnostics.has_errors()) throw LoadError(std::move(diagnostics));
  Model model = compile(spec, diagnostics);
  if (diagnostics.has_errors()) throw LoadError(std::move(diagnostics));
  return model;
}

bool is_binary_file(const std::string& path) {
  if (!FileSource().exists(path)) return false;  // a pipe would wait for ever
  std::ifstream stream(path, std::ios::binary);
  char start[8] = {};
  stream.read(start, sizeof(start));
  return is_binary_model(std::as_bytes(std::span(start)));
}

}  // namespace

Model load(const std::string& path, Diagnostics& diagnostics) {
  if (is_binary_file(path)) {
    try {
      return load_model(path);
    } catch (const LoadError& error) {
      for (const Diagnostic& problem : error.diagnostics().list()) diagnostics.add(problem);
      return {};
    }
  }
  const Spec spec = read_mjcf(path, diagnostics);
  return diagnostics.has_errors() ? Model() : compile(spec, diagnostics);
}

Model load(const std::string& path) {
  Diagnostics diagnostics;
  Model model = load(path, diagnostics);
  if (diagnostics.has_errors()) throw LoadError(std::move(diagnostics));
  return model;
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
