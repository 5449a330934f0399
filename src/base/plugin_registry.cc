// Names of plugins, and the numbers of their settings.
#include "base/plugin_registry.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <map>
#include <mutex>
#include <sstream>
#include <stdexcept>

namespace corten {

namespace {

struct Registry {
  std::mutex mutex;
  std::map<std::string, PluginEntry> entries;
};

Registry& registry() {
  static Registry instance;
  return instance;
}

double to_number(std::string_view key, const std::string& text) {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  if (*end != 0 || !std::isfinite(number)) {
    throw std::runtime_error("config '" + std::string(key) + "': '" + text + "' is not a number");
  }
  return number;
}

}  // namespace

std::string_view PluginConfig::text(std::string_view key) const {
  const auto entry = std::find_if(values_.begin(), values_.end(), [key](const auto& v) { return v.first == key; });
  return entry == values_.end() ? std::string_view() : std::string_view(entry->second);
}

double PluginConfig::number(std::string_view key, double otherwise) const {
  std::string value(text(key));
  std::erase_if(value, [](unsigned char c) { return std::isspace(c) != 0; });
  return value.empty() ? otherwise : to_number(key, value);
}

std::vector<double> PluginConfig::numbers(std::string_view key) const {
  std::istringstream words{std::string(text(key))};
  std::vector<double> list;
  for (std::string word; words >> word;) list.push_back(to_number(key, word));
  return list;
}

void add_plugin(std::string name, PluginEntry entry) {
  const std::lock_guard lock(registry().mutex);
  registry().entries[std::move(name)] = std::move(entry);
}

std::optional<PluginEntry> find_registered_plugin(const std::string& name) {
  const std::lock_guard lock(registry().mutex);
  const auto entry = registry().entries.find(name);
  if (entry == registry().entries.end()) return {};
  return entry->second;
}

void register_plugin(std::string name, std::vector<PluginAttribute> attributes, PluginFactory make) {
  add_plugin(std::move(name), {std::move(attributes), std::move(make), {}, {}});
}

PluginEntry sdf_entry(std::vector<std::string> keys, SdfFactory make) {
  PluginEntry entry{{}, {}, std::move(make), {}};
  for (std::string& key : keys) {
    PluginAttribute& attribute = entry.attributes.emplace_back();
    attribute.key = std::move(key);
    attribute.numbers = 0;
  }
  return entry;
}

void register_sdf(std::string name, std::vector<std::string> keys, SdfFactory make) {
  add_plugin(std::move(name), sdf_entry(std::move(keys), std::move(make)));
}

std::vector<std::string> registered_actuator_names() {
  const std::lock_guard lock(registry().mutex);
  std::vector<std::string> names;
  for (const auto& [name, entry] : registry().entries) {
    if (entry.actuator) names.push_back(name);
  }
  return names;
}

void register_actuator_model(std::string name, RegisteredActuator entry) {
  if (entry.parameters.size() > static_cast<std::size_t>(kMaxActuatorParameters)) {
    throw std::invalid_argument("actuator model '" + name + "' has more than " +
                                std::to_string(kMaxActuatorParameters) + " parameters");
  }
  if (!entry.stage) throw std::invalid_argument("actuator model '" + name + "' has no functions");
  add_plugin(std::move(name), {{}, {}, {}, std::make_shared<const RegisteredActuator>(std::move(entry))});
}

}  // namespace corten
