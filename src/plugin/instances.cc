// From names and settings to the code of a model's plugins.
//
// Settings are checked against the declared attributes: known keys, values where they are required, as many numbers as
// declared, each within its bounds. A default is not checked.
#include "plugin/instances.h"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>

#include "geometry/sdf/shapes.h"

namespace corten {

namespace {

const PluginAttribute* find_attribute(const std::vector<PluginAttribute>& attributes, const std::string& key) {
  const auto found = std::ranges::find(attributes, key, &PluginAttribute::key);
  return found == attributes.end() ? nullptr : &*found;
}

std::string known_keys(const std::vector<PluginAttribute>& attributes) {
  std::string list;
  for (const PluginAttribute& attribute : attributes) list += (list.empty() ? "" : ", ") + attribute.key;
  return list.empty() ? "it has none" : "only: " + list;
}

std::string described(const PluginAttribute& attribute) {
  return attribute.meaning.empty() ? attribute.key : attribute.key + " (" + attribute.meaning + ")";
}

void check_value(const PluginAttribute& attribute, const PluginConfig& config) {
  if (attribute.numbers == 0) return;
  const std::vector<double> numbers = config.numbers(attribute.key);
  if (numbers.size() != static_cast<std::size_t>(attribute.numbers)) {
    throw std::runtime_error(fmt::format("{} needs {} number{}, not {}", described(attribute), attribute.numbers,
                                         attribute.numbers == 1 ? "" : "s", numbers.size()));
  }
  for (const double number : numbers) {
    if (number < attribute.lowest) {
      throw std::runtime_error(fmt::format("{} is {}, below {}", described(attribute), number, attribute.lowest));
    }
    if (number > attribute.highest) {
      throw std::runtime_error(fmt::format("{} is {}, above {}", described(attribute), number, attribute.highest));
    }
  }
}

PluginConfig check_settings(const std::string& name, const std::vector<PluginAttribute>& attributes,
                            const PluginSettings& settings) {
  const PluginConfig given(settings);
  for (const auto& [key, value] : settings) {
    const PluginAttribute* attribute = find_attribute(attributes, key);
    if (!attribute) {
      throw std::runtime_error("plugin '" + name + "' has no setting '" + key + "', " + known_keys(attributes));
    }
    if (given.has(key)) check_value(*attribute, given);
  }
  PluginSettings complete = settings;
  for (const PluginAttribute& attribute : attributes) {
    if (given.has(attribute.key)) continue;
    if (attribute.required) {
      throw std::runtime_error("plugin '" + name + "' needs the setting " + described(attribute));
    }
    std::erase_if(complete, [&](const auto& setting) { return setting.first == attribute.key; });
    complete.emplace_back(attribute.key, attribute.otherwise);
  }
  return PluginConfig(std::move(complete));
}

// The text at an address, in characters that end with a terminator.
std::string text_at(const Array<char>& characters, int adr) { return characters.data() + adr; }

PluginSettings stored_settings(const Model& m, int id, const std::vector<PluginAttribute>& attributes) {
  PluginSettings settings;
  int adr = m.plugin_attradr[id];
  for (const PluginAttribute& attribute : attributes) {
    if (adr >= m.npluginattr) throw PluginError(id, "the settings of a plugin end too early");
    std::string value = text_at(m.plugin_attr, adr);
    adr += static_cast<int>(value.size()) + 1;
    if (!value.empty()) settings.emplace_back(attribute.key, std::move(value));
  }
  return settings;
}

void collect(const Array<int>& plugin, int id, std::vector<int>& elements) {
  for (int i = 0; i < plugin.size(); ++i) {
    if (plugin[i] == id) elements.push_back(i);
  }
}

std::vector<int> elements_of(const Model& m, PluginKind kind, int id) {
  std::vector<int> elements;
  if (kind == PluginKind::kActuator) collect(m.actuator_plugin, id, elements);
  if (kind == PluginKind::kPassive) collect(m.body_plugin, id, elements);
  if (kind == PluginKind::kSensor) collect(m.sensor_plugin, id, elements);
  return elements;
}

// Whether a file says about an instance what the code says.
bool is_as_stored(const Model& m, const PluginUse& use, const Plugin& code) {
  if (m.plugin_statenum[use.id] != code.state_size(static_cast<int>(use.elements.size()))) return false;
  for (const int i : use.elements) {
    if (use.kind == PluginKind::kActuator) {
      const int extra = m.actuator_dyntype[i] == DynType::kNone ? 0 : 1;
      if (m.actuator_actnum[i] != static_cast<const ActuatorPlugin&>(code).activation_size() + extra) return false;
      if (m.actuator_ctrlnum[i] < 1 || m.actuator_outnum[i] < 1) return false;
    }
    if (use.kind == PluginKind::kSensor) {
      const auto& sensor = static_cast<const SensorPlugin&>(code);
      if (m.sensor_type[i] != SensorType::kPlugin || m.sensor_dim[i] != sensor.output_size() ||
          m.sensor_needstage[i] != sensor.stage()) {
        return false;
      }
    }
  }
  return true;
}

// Actuators and the models of their instances belong together, and have the same number of activation variables.
void check_actuator_models(const Model& m, const std::vector<PluginInstanceCode>& instances) {
  for (int i = 0; i < m.nactuator; ++i) {
    const int id = m.actuator_plugin[i];
    const RegisteredActuator* model = id >= 0 ? instances[id].actuator.get() : nullptr;
    if ((m.actuator_model[i] == ActuatorKind::kRegistered) != (model != nullptr)) {
      throw PluginError(id, "an actuator and its plugin do not belong together");
    }
    if (model && m.actuator_actnum[i] != model->stage.states) {
      throw PluginError(id, "an actuator model has other sizes than when the model was saved");
    }
  }
}

// Every element that names an instance names one of its own kind.
void check_kinds(const Model& m, const std::vector<PluginInstanceCode>& instances) {
  const auto check = [&](const Array<int>& plugin, PluginKind kind) {
    for (const int id : plugin) {
      if (id >= 0 && instances[id].kind != kind) throw PluginError(id, "a plugin is of another kind than its user");
    }
  };
  check(m.actuator_plugin, PluginKind::kActuator);
  check(m.body_plugin, PluginKind::kPassive);
  check(m.sensor_plugin, PluginKind::kSensor);
  check(m.geom_plugin, PluginKind::kSdf);
  for (int i = 0; i < m.nsensor; ++i) {
    if (m.sensor_type[i] == SensorType::kPlugin && m.sensor_plugin[i] < 0)
      throw PluginError(-1, "a sensor has no plugin");
  }
}

}  // namespace

std::optional<PluginEntry> find_plugin(const std::string& name) {
  if (std::optional<PluginEntry> entry = find_registered_plugin(name)) return entry;
  if (std::optional<PluginEntry> entry = find_sdf(name)) return entry;
  static const std::map<std::string, PluginEntry> kBuiltin = builtin_plugins();
  const auto found = kBuiltin.find(name);
  if (found == kBuiltin.end()) return {};
  return found->second;
}

PluginInstanceCode make_plugin(const std::string& name, const PluginSettings& settings) {
  const std::optional<PluginEntry> entry = find_plugin(name);
  if (!entry) throw std::runtime_error("plugin '" + name + "' is not available");
  const PluginConfig config = check_settings(name, entry->attributes, settings);
  PluginInstanceCode made;
  if (entry->make_sdf) {
    made.shape = entry->make_sdf(config);
    if (!made.shape) throw std::runtime_error("plugin '" + name + "' made no shape");
    return made;
  }
  if (entry->actuator) {
    made.kind = PluginKind::kActuator;
    made.actuator = entry->actuator;
    return made;
  }
  if (entry->make) made.code = entry->make(config);
  if (!made.code) throw std::runtime_error("plugin '" + name + "' made nothing");
  made.kind = made.code->kind();
  if (made.kind == PluginKind::kSensor) {
    const auto& sensor = static_cast<const SensorPlugin&>(*made.code);
    if (sensor.stage() < Stage::kPos || sensor.stage() > Stage::kAcc) {
      throw std::runtime_error("plugin '" + name + "' has no stage");
    }
  }
  return made;
}

std::string flat_settings(const std::string& name, const PluginSettings& settings) {
  const std::optional<PluginEntry> entry = find_plugin(name);
  if (!entry || entry->attributes.empty()) return std::string(1, '\0');
  const PluginConfig given(settings);
  std::string flat;
  for (const PluginAttribute& attribute : entry->attributes) {
    flat += given.text(attribute.key);
    flat += '\0';
  }
  return flat;
}

void bind_plugins(Model& model, std::vector<PluginInstanceCode> instances) {
  std::vector<PluginUse> plugins;
  model.plugins.clear();
  model.sdf_shapes.clear();
  model.actuator_models.clear();
  for (int id = 0; id < static_cast<int>(instances.size()); ++id) {
    PluginInstanceCode& instance = instances[id];
    model.sdf_shapes.push_back(std::move(instance.shape));
    model.actuator_models.push_back(std::move(instance.actuator));
    PluginUse& use = plugins.emplace_back();
    use.id = id;
    use.kind = instance.kind;
    use.elements = elements_of(model, use.kind, id);
    if (!instance.code || use.elements.empty()) continue;
    try {
      instance.code->prepare(model, use);
    } catch (const std::exception& failure) {
      throw PluginError(id, failure.what());
    }
    use.code = std::move(instance.code);
  }
  const bool any = std::ranges::any_of(plugins, [](const PluginUse& use) { return use.code != nullptr; });
  if (any) model.plugins = std::move(plugins);
}

void restore_plugins(Model& model) {
  if (model.npluginname > 0 && model.plugin_name[model.npluginname - 1] != 0)
    throw PluginError(-1, "a name has no end");
  if (model.npluginattr > 0 && model.plugin_attr[model.npluginattr - 1] != 0)
    throw PluginError(-1, "a text has no end");
  std::vector<PluginInstanceCode> instances;
  for (int id = 0; id < model.nplugin; ++id) {
    const std::string name = text_at(model.plugin_name, model.plugin_nameadr[id]);
    const std::optional<PluginEntry> entry = find_plugin(name);
    if (!entry) throw PluginError(id, "plugin '" + name + "' is not available");
    try {
      instances.push_back(make_plugin(name, stored_settings(model, id, entry->attributes)));
    } catch (const std::runtime_error& failure) {
      throw PluginError(id, failure.what());
    }
  }
  check_kinds(model, instances);
  check_actuator_models(model, instances);
  for (int id = 0; id < model.nplugin; ++id) {
    const PluginInstanceCode& instance = instances[id];
    if (!instance.code) continue;
    const PluginUse use{id, instance.kind, {}, elements_of(model, instance.kind, id)};
    if (!is_as_stored(model, use, *instance.code)) {
      throw PluginError(id, "plugin '" + text_at(model.plugin_name, model.plugin_nameadr[id]) +
                                "' has other sizes than when the model was saved");
    }
  }
  bind_plugins(model, std::move(instances));
}

}  // namespace corten
