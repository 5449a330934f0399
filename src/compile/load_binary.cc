// Compiled models from binary files: read, then given the code of the plugins that they name.
#include <utility>

#include "corten/binary.h"
#include "model/consistency.h"
#include "model/envelope.h"
#include "plugin/instances.h"

namespace corten {

namespace {

Model with_plugins(Model model, const std::string& name) {
  if (model.nplugin == 0) return model;
  try {
    restore_plugins(model);
  } catch (const PluginError& failure) {
    refuse_file(name, failure.what(), "register plugins before loading a model that uses them");
  }
  return model;
}

}  // namespace

Model load_model(std::span<const std::byte> bytes, const std::string& name) {
  return with_plugins(read_model(bytes, name), name);
}

Model load_model(const std::string& path) { return with_plugins(read_model(path), path); }

std::optional<Model> load_if_binary(const std::string& path) {
  std::optional<Model> model = read_if_binary(path);
  if (model) model = with_plugins(std::move(*model), path);
  return model;
}

}  // namespace corten
