// The state of plugins: instances have their numbers of plugin_state one after the other.
#include "corten/data.h"
#include "model/access.h"

namespace corten {

std::span<double> plugin_state(const Model& model, Data& data, const PluginUse& use) {
  require_index("plugin instance", use.id, model.nplugin);
  return data.plugin_state.span(model.plugin_stateadr[use.id], model.plugin_statenum[use.id]);
}

std::span<const double> plugin_state(const Model& model, const Data& data, const PluginUse& use) {
  require_index("plugin instance", use.id, model.nplugin);
  return data.plugin_state.span(model.plugin_stateadr[use.id], model.plugin_statenum[use.id]);
}

}  // namespace corten
