// The plugins that are there without registration: MuJoCo's own.
#pragma once

#include <map>
#include <string>

#include "base/plugin_registry.h"

namespace corten {

std::map<std::string, PluginEntry> builtin_plugins();

// ---- one file each
PluginEntry pid_plugin();
PluginEntry cable_plugin();
PluginEntry touch_grid_plugin();

}  // namespace corten
