// Instances of plugins, in MuJoCo's order: named ones as declared, then those of elements with settings of their own,
// of meshes, bodies with their geoms, actuators and sensors.
#include <algorithm>
#include <stdexcept>
#include <string_view>

#include "base/text.h"
#include "compile/add_size.h"
#include "compile/elements/elements.h"
#include "model/actuator_models.h"
#include "plugin/instances.h"

namespace corten {

namespace {

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

std::string_view kind_name(PluginKind kind) {
  switch (kind) {
    case PluginKind::kActuator:
      return "actuator";
    case PluginKind::kPassive:
      return "passive force";
    case PluginKind::kSensor:
      return "sensor";
    case PluginKind::kSdf:
      break;
  }
  return "signed distance shape";
}

void require_kind(const std::string& plugin, PluginKind is, PluginKind wanted) {
  if (is == wanted) return;
  throw std::runtime_error("plugin '" + plugin + "' is no " + std::string(kind_name(wanted)));
}

class PluginResolver {
 public:
  explicit PluginResolver(Context& context) : context_(context), spec_(context.spec()) {}

  void run() {
    for (const PluginInstance& p : spec_.plugins) declare(p);
    for (const Mesh& mesh : spec_.meshes) {
      if (mesh.plugin.active && mesh.plugin.instance.empty()) {
        context_.plugins.push_back({&mesh, "mesh", mesh.plugin.plugin, mesh.plugin.config});
      }
    }
    resolve_tree();
    for (const Actuator& a : spec_.actuators) {
      use(a, a.plugin, a.tag, PluginKind::kActuator);
      if (!a.plugin.active && a.gaintype == GainType::kCustom) use_model(a);
    }
    for (const Sensor& s : spec_.sensors) {
      if (s.type == SensorType::kPlugin) use(s, s.plugin, "plugin", PluginKind::kSensor);
    }
  }

 private:
  void resolve_tree() {
    std::size_t g = 0;
    for (int b = 0; b < static_cast<int>(context_.bodies.size()); ++b) {
      const Body& body = *context_.bodies[b].element;
      use(body, body.plugin, "body", PluginKind::kPassive);
      for (; g < context_.geoms.size() && context_.geoms[g].body == b; ++g) {
        const Geom& geom = *context_.geoms[g].element;
        context_.geoms[g].plugin = use(geom, geom.plugin, "geom", PluginKind::kSdf);
      }
    }
  }

  // A nameless one only says that the plugin is used.
  void declare(const PluginInstance& p) {
    if (!find_plugin(p.plugin)) context_.error(p, "plugin", "plugin '" + p.plugin + "' is not available");
    if (p.name.empty()) return;
    const int id = static_cast<int>(context_.plugins.size());
    context_.add_name(Object::kPlugin, p, "instance", id);
    context_.plugins.push_back({&p, "instance", p.plugin, p.config});
    if (!find_plugin(p.plugin)) return;
    try {
      make(context_.plugins[id]);
    } catch (const std::exception& failure) {
      context_.error(p, "instance", reason_of(failure));
    }
  }

  static void make(PlannedPlugin& planned) {
    PluginInstanceCode made = make_plugin(planned.plugin, planned.settings);
    planned.kind = made.kind;
    planned.code = std::move(made.code);
    planned.shape = std::move(made.shape);
    planned.actuator = std::move(made.actuator);
  }

  // The instance of an element, -1 if it has none.
  int use(const Element& element, const PluginRef& plugin, const std::string& tag, PluginKind kind) {
    if (!plugin.active) return -1;
    try {
      const int id = find_or_make(element, plugin, tag, kind);
      PlannedPlugin& planned = context_.plugins[id];
      if (planned.actuator) {
        throw std::runtime_error("'" + planned.plugin + "' is an actuator model: use <general gaintype=\"custom\" " +
                                 "corten:gain_model=\"" + planned.plugin + "\"/>");
      }
      if (planned.code || planned.shape) require_kind(planned.plugin, planned.kind, kind);
      ++planned.users;
      context_.plugin_of[&element] = id;
      return id;
    } catch (const std::exception& failure) {
      context_.error(element, tag, reason_of(failure));
    }
    return -1;
  }

  // A model of actuators that a user registered has one nameless instance, which all actuators of it share.
  void use_model(const Actuator& a) {
    const auto is_built_in = [&](const NamedActuator& model) { return model.name == a.gain_model; };
    if (std::ranges::any_of(built_in_actuators(), is_built_in)) return;
    const std::optional<PluginEntry> entry = find_registered_plugin(a.gain_model);
    if (!entry || !entry->actuator) return;  // reported with the actuator
    const auto same = [&](const PlannedPlugin& p) { return p.actuator && p.plugin == a.gain_model; };
    auto found = std::ranges::find_if(context_.plugins, same);
    if (found == context_.plugins.end()) {
      PlannedPlugin planned{&a, a.tag, a.gain_model, {}};
      planned.kind = PluginKind::kActuator;
      planned.actuator = entry->actuator;
      context_.plugins.push_back(std::move(planned));
      found = std::prev(context_.plugins.end());
    }
    ++found->users;
    context_.plugin_of[&a] = static_cast<int>(found - context_.plugins.begin());
  }

  int find_or_make(const Element& element, const PluginRef& plugin, const std::string& tag, PluginKind kind) {
    if (const PluginInstance* instance = instance_of(spec_, plugin)) {
      return context_.find(Object::kPlugin, instance->name);
    }
    PlannedPlugin planned{&element, tag, plugin.plugin, plugin.config};
    make(planned);
    require_kind(planned.plugin, planned.kind, kind);
    context_.plugins.push_back(std::move(planned));
    return static_cast<int>(context_.plugins.size()) - 1;
  }

  Context& context_;
  const Spec& spec_;
};

}  // namespace

std::shared_ptr<const SdfShape> make_sdf_shape(const Spec& spec, const PluginRef& plugin) {
  const PluginInstance* instance = instance_of(spec, plugin);
  const std::string& name = instance ? instance->plugin : plugin.plugin;
  const PluginInstanceCode made = make_plugin(name, instance ? instance->config : plugin.config);
  require_kind(name, made.kind, PluginKind::kSdf);
  return made.shape;
}

void resolve_plugins(Context& context) { PluginResolver(context).run(); }

void count_plugins(Context& context, Sizes& sizes) {
  sizes.nplugin = static_cast<int>(context.plugins.size());
  for (const PlannedPlugin& p : context.plugins) {
    add_size(context, *p.element, p.tag, sizes.npluginattr,
             static_cast<std::int64_t>(flat_settings(p.plugin, p.settings).size()));
    add_size(context, *p.element, p.tag, sizes.npluginname, static_cast<std::int64_t>(p.plugin.size()) + 1);
    const int states = p.code ? p.code->state_size(p.users) : 0;
    if (states < 0) context.error(*p.element, p.tag, "plugin '" + p.plugin + "' has a negative number of states");
    add_size(context, *p.element, p.tag, sizes.npluginstate, std::max(0, states));
  }
}

void fill_plugins(const Context& context, Model& m) {
  const auto id_of = [&](const Element& element) {
    const auto found = context.plugin_of.find(&element);
    return found == context.plugin_of.end() ? -1 : found->second;
  };
  for (int i = 0; i < m.nbody; ++i) m.body_plugin[i] = id_of(*context.bodies[i].element);
  for (int i = 0; i < m.nactuator; ++i) m.actuator_plugin[i] = id_of(context.spec().actuators[i]);
  for (int i = 0; i < m.nsensor; ++i) m.sensor_plugin[i] = id_of(context.spec().sensors[i]);
  int attr = 0, name = 0, state = 0;
  for (int i = 0; i < m.nplugin; ++i) {
    const PlannedPlugin& p = context.plugins[i];
    const std::string settings = flat_settings(p.plugin, p.settings);
    std::copy(settings.begin(), settings.end(), m.plugin_attr.begin() + attr);
    std::copy(p.plugin.begin(), p.plugin.end(), m.plugin_name.begin() + name);
    m.plugin_attradr[i] = attr;
    m.plugin_nameadr[i] = name;
    m.plugin_stateadr[i] = state;
    m.plugin_statenum[i] = p.code ? p.code->state_size(p.users) : 0;
    attr += static_cast<int>(settings.size());
    name += static_cast<int>(p.plugin.size()) + 1;
    state += m.plugin_statenum[i];
  }
}

void finish_plugins(Context& context, Model& model) {
  if (context.plugins.empty()) return;
  std::vector<PluginInstanceCode> instances;
  for (const PlannedPlugin& p : context.plugins) instances.push_back({p.kind, p.code, p.shape, p.actuator});
  try {
    bind_plugins(model, std::move(instances));
  } catch (const PluginError& failure) {
    const PlannedPlugin& p = context.plugins[failure.instance()];
    context.error(*p.element, p.tag, "plugin '" + p.plugin + "': " + reason_of(failure));
  }
}

}  // namespace corten
