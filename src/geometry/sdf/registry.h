// The shapes that models can use as signed distance fields, by name.
#pragma once

#include <optional>
#include <string>

#include "base/plugin_registry.h"

namespace corten {

// A registered or built-in shape; nothing if the name is that of another kind of plugin.
std::optional<PluginEntry> find_sdf(const std::string& name);

}  // namespace corten
