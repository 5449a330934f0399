// Names of signed distance shapes, and gradients of those that have no formula for it.
#include "geometry/sdf/shapes.h"
#include "math/vec3.h"

namespace corten {

Vec3 SdfShape::gradient(const Vec3& point) const {
  constexpr double kStep = 1e-6;
  Vec3 out;
  for (int i = 0; i < 3; ++i) {
    Vec3 ahead = point, behind = point;
    ahead[i] += kStep;
    behind[i] -= kStep;
    out[i] = (distance(ahead) - distance(behind)) / (2 * kStep);
  }
  return out;
}

std::optional<PluginEntry> find_sdf(const std::string& name) {
  std::optional<PluginEntry> entry = find_registered_plugin(name);
  if (!entry) {
    static const std::map<std::string, PluginEntry> kBuiltin = builtin_sdf_kinds();
    if (const auto found = kBuiltin.find(name); found != kBuiltin.end()) entry = found->second;
  }
  if (entry && !entry->make_sdf) entry.reset();
  return entry;
}

}  // namespace corten
