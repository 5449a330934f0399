// One table of names per kind of element, filled in a walk over the Spec.
#include <map>
#include <string>

#include "mjcf/schema/schema.h"

namespace corten::mjcf {

namespace {

class NameCheck {
 public:
  explicit NameCheck(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  void add(const char* kind, const Element& element) {
    if (element.name.empty()) return;
    const auto [first, inserted] = names_[kind].emplace(element.name, &element);
    if (inserted) return;
    const SourceLocation& other = first->second->where;
    std::string hint;
    if (other.line > 0) hint = "the first one is at " + other.file + ":" + std::to_string(other.line);
    diagnostics_.error(element.where, kind, element.name, "the name is used twice", hint);
  }
  template <class List>
  void add_all(const char* kind, const List& list) {
    for (const auto& element : list) add(kind, element);
  }

 private:
  std::map<std::string, std::map<std::string, const Element*>> names_;
  Diagnostics& diagnostics_;
};

void add_elements(NameCheck& names, const Body& body) {
  names.add_all("frame", body.frames);
  names.add_all("joint", body.joints);
  names.add_all("geom", body.geoms);
  names.add_all("site", body.sites);
  names.add_all("camera", body.cameras);
  names.add_all("light", body.lights);
  for (const Body& child : body.bodies) {
    names.add("body", child);
    add_elements(names, child);
  }
}

}  // namespace

void check_unique_names(const Spec& spec, Diagnostics& diagnostics) {
  NameCheck names(diagnostics);
  Element world;  // the fixed body has this name in every model
  world.name = "world";
  names.add("body", world);
  add_elements(names, spec.world);
  names.add_all("mesh", spec.meshes);
  names.add_all("hfield", spec.hfields);
  names.add_all("skin", spec.skins);
  names.add_all("texture", spec.textures);
  names.add_all("material", spec.materials);
  names.add_all("flex", spec.flexes);
  names.add_all("flex", spec.flexcomps);
  names.add_all("pair", spec.pairs);
  names.add_all("exclude", spec.excludes);
  names.add_all("equality", spec.equalities);
  names.add_all("tendon", spec.tendons);
  names.add_all("actuator", spec.actuators);
  names.add_all("sensor", spec.sensors);
  names.add_all("numeric", spec.numerics);
  names.add_all("text", spec.texts);
  names.add_all("tuple", spec.tuples);
  names.add_all("key", spec.keys);
  names.add_all("plugin", spec.plugins);
}

}  // namespace corten::mjcf
