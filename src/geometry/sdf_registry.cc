// Names of signed distance shapes, the numbers of their settings, and gradients of those that have no formula for it.
#include "geometry/sdf_registry.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <map>
#include <mutex>
#include <stdexcept>

#include "geometry/sdf_shapes.h"
#include "math/vec3.h"

namespace corten {

namespace {

struct Registry {
  std::mutex mutex;
  std::map<std::string, SdfKind> kinds = builtin_sdf_kinds();
};

Registry& registry() {
  static Registry instance;
  return instance;
}

}  // namespace

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

std::string_view SdfConfig::text(std::string_view key) const {
  const auto entry = std::find_if(values_.begin(), values_.end(), [key](const auto& v) { return v.first == key; });
  return entry == values_.end() ? std::string_view() : std::string_view(entry->second);
}

double SdfConfig::number(std::string_view key, double otherwise) const {
  std::string value(text(key));
  std::erase_if(value, [](unsigned char c) { return std::isspace(c) != 0; });
  if (value.empty()) return otherwise;
  char* end = nullptr;
  const double number = std::strtod(value.c_str(), &end);
  if (*end != 0 || !std::isfinite(number)) {
    throw std::runtime_error("config '" + std::string(key) + "': '" + value + "' is not a number");
  }
  return number;
}

void register_sdf(std::string name, std::vector<std::string> keys, SdfFactory make) {
  const std::lock_guard lock(registry().mutex);
  registry().kinds[std::move(name)] = {std::move(keys), std::move(make)};
}

std::optional<SdfKind> find_sdf(const std::string& name) {
  const std::lock_guard lock(registry().mutex);
  const auto entry = registry().kinds.find(name);
  if (entry == registry().kinds.end()) return {};
  return entry->second;
}

}  // namespace corten
