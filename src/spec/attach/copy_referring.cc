// Copies of the elements outside the tree that belong to a copied part of it.
#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>

#include "spec/attach/attach.h"
#include "spec/query.h"

namespace corten {

namespace {

// Returns the indices of the copied elements in `from`, which may be `to`.
template <class T>
std::vector<int> copy_list(std::vector<T>& to, const std::vector<T>& from, Object kind, const Namespace& space,
                           NameTable& names) {
  std::vector<int> copied;
  const std::size_t old = to.size(), count = from.size();
  for (std::size_t i = 0; i < count; ++i) {
    T copy = from[i];
    if (!rename(copy, space, names)) continue;
    to.push_back(std::move(copy));
    copied.push_back(static_cast<int>(i));
  }
  for (std::size_t i = old; i < to.size(); ++i) names.add(kind, to[i].name);
  return copied;
}

template <class T>
std::vector<int> remove_from_list(std::vector<T>& list, Object kind, const NameTable& before, NameTable& after) {
  const auto resolved = [](T element, const NameTable& names) { return rename(element, {}, names); };
  std::vector<int> removed;
  std::vector<T> kept;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (resolved(list[i], before) && !resolved(list[i], after)) {
      removed.push_back(static_cast<int>(i));
    } else {
      kept.push_back(std::move(list[i]));
    }
  }
  for (int i : removed) after.remove(kind, list[i].name);
  list = std::move(kept);
  return removed;
}

std::unordered_set<std::string> used_plugin_instances(const Spec& spec) {
  std::unordered_set<std::string> used;
  visit_bodies(spec.world, [&](const Body& body) {
    used.insert(body.plugin.instance);
    for (const Geom& geom : body.geoms) used.insert(geom.plugin.instance);
  });
  for (const Mesh& mesh : spec.meshes) used.insert(mesh.plugin.instance);
  for (const Actuator& actuator : spec.actuators) used.insert(actuator.plugin.instance);
  for (const Sensor& sensor : spec.sensors) used.insert(sensor.plugin.instance);
  return used;
}

void copy_plugins(Spec& to, const Spec& from, const Namespace& space, NameTable& names) {
  if (from.plugins.empty()) return;
  const std::unordered_set<std::string> used = used_plugin_instances(to);
  const std::size_t count = from.plugins.size();
  for (std::size_t i = 0; i < count; ++i) {
    PluginInstance copy = from.plugins[i];
    copy.name = space(copy.name);
    if (!used.contains(copy.name) || names.contains(Object::kPlugin, copy.name)) continue;
    names.add(Object::kPlugin, copy.name);
    to.plugins.push_back(std::move(copy));
  }
}

}  // namespace

std::vector<int> copy_referring(Spec& to, const Spec& from, const Namespace& space, NameTable& names) {
  copy_list(to.flexes, from.flexes, Object::kFlex, space, names);
  copy_list(to.pairs, from.pairs, Object::kPair, space, names);
  copy_list(to.excludes, from.excludes, Object::kExclude, space, names);
  copy_list(to.tendons, from.tendons, Object::kTendon, space, names);
  copy_list(to.equalities, from.equalities, Object::kEquality, space, names);
  std::vector<int> actuators = copy_list(to.actuators, from.actuators, Object::kActuator, space, names);
  copy_list(to.sensors, from.sensors, Object::kSensor, space, names);
  copy_list(to.tuples, from.tuples, Object::kTuple, space, names);
  copy_plugins(to, from, space, names);
  return actuators;
}

std::vector<int> remove_referring(Spec& spec, const NameTable& before, NameTable& after) {
  remove_from_list(spec.pairs, Object::kPair, before, after);
  remove_from_list(spec.excludes, Object::kExclude, before, after);
  remove_from_list(spec.tendons, Object::kTendon, before, after);
  const std::vector<int> equalities = remove_from_list(spec.equalities, Object::kEquality, before, after);
  for (FlexComp& flexcomp : spec.flexcomps) {
    flexcomp.equalities -=
        static_cast<int>(std::ranges::count_if(equalities, [&](int removed) { return removed < flexcomp.equalities; }));
  }
  std::vector<int> actuators = remove_from_list(spec.actuators, Object::kActuator, before, after);
  remove_from_list(spec.sensors, Object::kSensor, before, after);
  if (!spec.plugins.empty()) {
    const std::unordered_set<std::string> used = used_plugin_instances(spec);
    std::erase_if(spec.plugins, [&](const PluginInstance& p) { return !p.name.empty() && !used.contains(p.name); });
  }
  return actuators;
}

Spec referring_elements(const Spec& spec) {
  Spec result;
  result.flexes = spec.flexes;
  result.pairs = spec.pairs;
  result.excludes = spec.excludes;
  result.tendons = spec.tendons;
  result.equalities = spec.equalities;
  result.actuators = spec.actuators;
  result.sensors = spec.sensors;
  result.tuples = spec.tuples;
  result.plugins = spec.plugins;
  return result;
}

std::size_t count_referring(const Spec& spec) {
  return spec.flexes.size() + spec.pairs.size() + spec.excludes.size() + spec.tendons.size() + spec.equalities.size() +
         spec.actuators.size() + spec.sensors.size() + spec.tuples.size();
}

}  // namespace corten
