// The one list of names under which users made plugins available. What is built in is not in it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "corten/actuator.h"
#include "corten/plugin.h"
#include "corten/sdf.h"

namespace corten {

// How to make instances of a plugin; one of the functions is set, or it is a model of actuators.
struct PluginEntry {
  std::vector<PluginAttribute> attributes{};
  PluginFactory make{};
  SdfFactory make_sdf{};
  std::shared_ptr<const RegisteredActuator> actuator{};
};

// The entry of a signed distance whose settings have these keys; the shape itself reads their values.
PluginEntry sdf_entry(std::vector<std::string> keys, SdfFactory make);

void add_plugin(std::string name, PluginEntry entry);
std::optional<PluginEntry> find_registered_plugin(const std::string& name);
std::vector<std::string> registered_actuator_names();

}  // namespace corten
