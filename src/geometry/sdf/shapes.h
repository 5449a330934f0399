// Signed distance shapes under the names of MuJoCo's plugins: torus, bowl, bolt, nut, gear.
#pragma once

#include <map>
#include <string>

#include "geometry/sdf/registry.h"

namespace corten {

std::map<std::string, PluginEntry> builtin_sdf_kinds();

}  // namespace corten
