// The table of built-in plugins.
#include "plugin/instances.h"

namespace corten {

std::map<std::string, PluginEntry> builtin_plugins() {
  return {{"mujoco.pid", pid_plugin()},
          {"mujoco.elasticity.cable", cable_plugin()},
          {"mujoco.sensor.touch_grid", touch_grid_plugin()}};
}

}  // namespace corten
