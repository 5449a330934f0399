// From a file or text to a Model: read, compile, and throw if anything was wrong. The first bytes of a file tell
// whether it is a compiled model; all else is MJCF, or an archive with MJCF. A model with errors of reading is compiled
// too, for the sake of the problems that the compiler finds.
#include "corten/load.h"

#include <optional>
#include <utility>

#include "base/concerning.h"
#include "corten/binary.h"
#include "mjcf/read/damage.h"

namespace corten {

namespace {

Model finish(const Spec& spec, const mjcf::Damage& damage, Diagnostics& diagnostics) {
  if (!diagnostics.has_errors()) return compile(spec, diagnostics);
  Diagnostics more;
  if (!damage.nothing) compile(spec, more);
  for (const Diagnostic& problem : more.list()) {
    if (!mjcf::is_consequence(problem, damage)) diagnostics.add(problem);
  }
  return {};
}

Model refuse_errors(Model model, Diagnostics& diagnostics) {
  if (diagnostics.has_errors()) throw LoadError(std::move(diagnostics));
  return model;
}

Model read_any(const std::string& path, Diagnostics& diagnostics) {
  try {
    if (std::optional<Model> model = load_if_binary(path)) return std::move(*model);
  } catch (const LoadError& error) {
    for (const Diagnostic& problem : error.diagnostics().list()) diagnostics.add(problem);
    return {};
  }
  mjcf::Damage damage;
  const Spec spec = read_mjcf(path, diagnostics, damage);
  return finish(spec, damage, diagnostics);
}

}  // namespace

Model load(const std::string& path, Diagnostics& diagnostics) {
  Diagnostics found;
  Model model = concerning(path, found, [&] { return read_any(path, found); });
  for (const Diagnostic& problem : found.list()) diagnostics.add(problem);
  return refuse_errors(std::move(model), found);
}

Model load(const std::string& path) {
  Diagnostics diagnostics;
  return load(path, diagnostics);
}

Model load_text(std::string_view text, const std::string& directory) {
  Diagnostics diagnostics;
  mjcf::Damage damage;
  const Spec spec = read_mjcf_text(text, directory, diagnostics, damage);
  return refuse_errors(finish(spec, damage, diagnostics), diagnostics);
}

Model load_text(std::string_view text, Assets assets) {
  Diagnostics diagnostics;
  mjcf::Damage damage;
  const Spec spec = read_mjcf_text(text, std::make_shared<const Assets>(std::move(assets)), diagnostics, damage);
  return refuse_errors(finish(spec, damage, diagnostics), diagnostics);
}

}  // namespace corten
