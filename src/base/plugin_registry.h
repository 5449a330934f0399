// The one list of names under which users made plugins available. What is built in is not in it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "corten/plugin.h"
#include "corten/sdf.h"

namespace corten {

// How to make instances of a plugin; one of the two functions is set.
struct PluginEntry {
  std::vector<PluginAttribute> attributes{};
  PluginFactory make{};
  SdfFactory make_sdf{};
};

// The entry of a signed distance whose settings have these keys; the shape itself reads their values.
PluginEntry sdf_entry(std::vector<std::string> keys, SdfFactory make);

void add_plugin(std::string name, PluginEntry entry);
std::optional<PluginEntry> find_registered_plugin(const std::string& name);

}  // namespace corten
