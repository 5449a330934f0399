// Plugins of a model, and those that are built in.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "base/plugin_registry.h"
#include "corten/model.h"
#include "corten/plugin.h"
#include "corten/sdf.h"

namespace corten {

// ---- builtin
//
// The plugins that are there without registration: MuJoCo's own.

std::map<std::string, PluginEntry> builtin_plugins();

// ---- one file each
PluginEntry pid_plugin();
PluginEntry cable_plugin();
PluginEntry touch_grid_plugin();

// ---- instances
//
// Instances of plugins: made from their settings, and given to a model.

using PluginSettings = std::vector<std::pair<std::string, std::string>>;  // keys and values, as written

// An instance on its own: a signed distance, an actuator model, or code of another kind.
struct PluginInstanceCode {
  PluginKind kind = PluginKind::kSdf;
  std::shared_ptr<Plugin> code{};
  std::shared_ptr<const SdfShape> shape{};
  std::shared_ptr<const RegisteredActuator> actuator{};
};

// A plugin that does not fit the model; `instance` is its id.
class PluginError : public std::runtime_error {
 public:
  PluginError(int instance, const std::string& reason) : std::runtime_error(reason), instance_(instance) {}
  int instance() const { return instance_; }

 private:
  int instance_;
};

// A registered or built-in plugin of any kind.
std::optional<PluginEntry> find_plugin(const std::string& name);

// Checks the settings and makes an instance. Throws std::runtime_error with the reason.
PluginInstanceCode make_plugin(const std::string& name, const PluginSettings& settings);

// The settings as Model::plugin_attr holds them: the value of each attribute with a terminator, empty if not given.
// MuJoCo: a plugin without attributes has one terminator.
std::string flat_settings(const std::string& name, const PluginSettings& settings);

// Gives a complete model the code of its instances, and lets it look up what it needs. Throws PluginError.
void bind_plugins(Model& model, std::vector<PluginInstanceCode> instances);

// The same for a model from a file: makes the instances that it names, and checks that its sizes are
// theirs. Throws PluginError.
void restore_plugins(Model& model);

}  // namespace corten
