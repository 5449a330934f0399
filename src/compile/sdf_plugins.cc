// Plugins that are signed distance shapes. The only other plugins a model may declare are MuJoCo's own, which nothing
// can use here.
//
// A shape has the id that MuJoCo gives the plugin instance: named instances in their order, then elements with settings
// of their own, meshes before geoms.
#include "compile/sdf_plugins.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string_view>

#include "base/text.h"
#include "geometry/sdf_registry.h"

namespace corten {

namespace {

constexpr std::array<std::string_view, 3> kOtherPlugins = {"mujoco.elasticity.cable", "mujoco.pid",
                                                           "mujoco.sensor.touch_grid"};

bool is_other(const std::string& plugin) {
  return std::find(kOtherPlugins.begin(), kOtherPlugins.end(), plugin) != kOtherPlugins.end();
}

using Config = std::vector<std::pair<std::string, std::string>>;

std::shared_ptr<const SdfShape> make_shape(const std::string& plugin, const Config& config) {
  const std::optional<SdfKind> kind = find_sdf(plugin);
  if (!kind) throw std::runtime_error("plugin '" + plugin + "' is no signed distance shape");
  for (const auto& [key, value] : config) {
    if (std::find(kind->keys.begin(), kind->keys.end(), key) != kind->keys.end()) continue;
    std::string known;
    for (const std::string& k : kind->keys) known += known.empty() ? k : ", " + k;
    throw std::runtime_error("plugin '" + plugin + "' has no setting '" + key + "', only: " + known);
  }
  std::shared_ptr<const SdfShape> shape = kind->make(SdfConfig(config));
  if (!shape) throw std::runtime_error("plugin '" + plugin + "' made no shape");
  return shape;
}

const PluginInstance& find_instance(const Spec& spec, const std::string& name) {
  for (const PluginInstance& instance : spec.plugins) {
    if (instance.name == name) return instance;
  }
  throw std::runtime_error("there is no plugin instance '" + name + "'");
}

bool is_declared(const Spec& spec, const std::string& plugin) {
  return std::any_of(spec.plugins.begin(), spec.plugins.end(), [&](const auto& p) { return p.plugin == plugin; });
}

// The named instance that an element uses, null if it has settings of its own.
const PluginInstance* instance_of(const Spec& spec, const PluginRef& plugin) {
  if (plugin.instance.empty()) {
    if (plugin.plugin.empty()) throw std::runtime_error("<plugin> needs the attribute plugin or instance");
    if (is_declared(spec, plugin.plugin)) return nullptr;
    throw std::runtime_error("plugin '" + plugin.plugin + "' is not declared in <extension>");
  }
  const PluginInstance& instance = find_instance(spec, plugin.instance);
  if (!plugin.config.empty()) throw std::runtime_error("<config> belongs to the plugin instance that is named here");
  if (!plugin.plugin.empty() && plugin.plugin != instance.plugin) {
    throw std::runtime_error("plugin instance '" + instance.name + "' is a '" + instance.plugin + "'");
  }
  return &instance;
}

// Shapes of all named instances.
void make_instances(Context& context) {
  for (const PluginInstance& p : context.spec().plugins) {
    const bool known = is_other(p.plugin) || find_sdf(p.plugin);
    if (!known) context.error(p, "plugin", "plugin '" + p.plugin + "' is not available");
    if (p.name.empty()) continue;
    std::shared_ptr<const SdfShape>& shape = context.sdf_shapes.emplace_back();
    if (!known || is_other(p.plugin)) continue;
    try {
      shape = make_shape(p.plugin, p.config);
    } catch (const std::exception& failure) {
      context.error(p, "instance", reason_of(failure));
    }
  }
}

int instance_id(const Spec& spec, const PluginInstance& wanted) {
  int id = 0;
  for (const PluginInstance& p : spec.plugins) {
    if (&p == &wanted) break;
    id += !p.name.empty();
  }
  return id;
}

int resolve_geom(Context& context, const PluginRef& plugin) {
  const PluginInstance* instance = instance_of(context.spec(), plugin);
  if (!instance) {
    context.sdf_shapes.push_back(make_shape(plugin.plugin, plugin.config));
    return static_cast<int>(context.sdf_shapes.size()) - 1;
  }
  if (is_other(instance->plugin)) make_shape(instance->plugin, {});  // says that it is no shape
  return instance_id(context.spec(), *instance);
}

}  // namespace

std::shared_ptr<const SdfShape> make_sdf_shape(const Spec& spec, const PluginRef& plugin) {
  const PluginInstance* instance = instance_of(spec, plugin);
  return instance ? make_shape(instance->plugin, instance->config) : make_shape(plugin.plugin, plugin.config);
}

void resolve_sdf_plugins(Context& context) {
  make_instances(context);
  for (const Mesh& mesh : context.spec().meshes) {
    if (mesh.plugin.active && mesh.plugin.instance.empty()) context.sdf_shapes.emplace_back();
  }
  for (FlatGeom& geom : context.geoms) {
    const Geom& e = *geom.element;
    if (!e.plugin.active) continue;
    try {
      geom.plugin = resolve_geom(context, e.plugin);
    } catch (const std::exception& failure) {
      context.error(e, "geom", reason_of(failure));
    }
  }
}

}  // namespace corten
