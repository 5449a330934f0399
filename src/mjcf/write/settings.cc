// Sections without a place in the kinematic tree; the counterpart of read/settings.cc.
#include <string>
#include <string_view>
#include <vector>

#include "mjcf/read/drafts.h"
#include "mjcf/write/writer.h"

namespace corten::mjcf {

void Writer::write_settings() {
  XmlElement compiler = element("compiler", spec_.compilers[0]);
  add_if_any(compiler, element("lengthrange", spec_.compilers[0].lengthrange));
  add_if_any(root_, std::move(compiler));
  const std::vector<std::string_view> given(spec_.written.names.begin(), spec_.written.names.end());
  XmlElement option = element(schema_.at("option"), spec_.option, {}, given);
  add_if_any(option, element(schema_.at("flag"), spec_.option, {}, written_flags()));
  add_if_any(root_, std::move(option));
  add_if_any(root_, element("size", spec_.size));
  write_visual();
  add_if_any(root_, element("statistic", spec_.statistic));
  if (!flat_) {
    XmlElement holder;
    write_default(0, holder);
    for (XmlElement& child : holder.children) add_if_any(root_, std::move(child));
  }
}

std::vector<std::string_view> Writer::written_flags() const {
  std::vector<std::string_view> names;
  for (const Attribute& row : schema_.at("flag").attributes) {
    const Option bits = flag_bits(row);
    const int written =
        (bits.disableflags & spec_.written.disableflags) | (bits.enableflags & spec_.written.enableflags);
    if (written != 0) names.push_back(row.name);
  }
  return names;
}

void Writer::write_visual() {
  for (const Child& child : schema_.at("visual").children) {
    XmlElement out;
    out.tag = child.type->tag;
    for (const Attribute& row : child.type->attributes) {
      for (const VisualSetting& setting : spec_.visual) {
        if (setting.section != out.tag || setting.attribute != row.name) continue;
        out.attributes.emplace_back(row.name, setting.value);
      }
    }
    if (!out.attributes.empty()) section("visual").children.push_back(std::move(out));
  }
}

// Nested classes follow the elements of their parent.
void Writer::write_default(int class_index, XmlElement& parent) {
  const DefaultClass& own = spec_.defaults[class_index];
  const DefaultClass start = own.parent < 0 ? DefaultClass{} : spec_.defaults[own.parent];
  XmlElement out;
  out.tag = "default";
  if (own.parent >= 0) out.attributes.emplace_back("class", own.name);
  const auto add = [&](const char* id, const auto& object, const auto& before) {
    add_if_any(out, element(schema_.at(id), object, before));
  };
  add("default/mesh", own.mesh, start.mesh);
  XmlElement material = element(schema_.at("default/material"), own.material, start.material);
  write_layers(own.material, start.material, material);
  add_if_any(out, std::move(material));
  add("default/joint", own.joint, start.joint);
  add("default/geom", own.geom, start.geom);
  add("default/site", own.site, start.site);
  add("default/camera", own.camera, start.camera);
  add("default/light", own.light, start.light);
  add("default/pair", own.pair, start.pair);
  add("default/equality", EqualityDraft{own.equality, {}, {}, {}, {}, {}, {}},
      EqualityDraft{start.equality, {}, {}, {}, {}, {}, {}});
  add("default/tendon", own.tendon, start.tendon);
  add_if_any(out, default_actuator(own.actuator, start.actuator));
  for (std::size_t i = 0; i < spec_.defaults.size(); ++i) {
    if (spec_.defaults[i].parent == class_index) write_default(static_cast<int>(i), out);
  }
  parent.children.push_back(std::move(out));
}

// An instance without a name declares its plugin and nothing else.
void Writer::write_extension() {
  XmlElement* plugin = nullptr;
  std::string declared;
  for (const PluginInstance& instance : spec_.plugins) {
    if (!plugin || instance.name.empty() || instance.plugin != declared) {
      std::vector<XmlElement>& list = section("extension").children;
      list.push_back(element("extension/plugin", ExtensionPluginDraft{instance.plugin}));
      plugin = &list.back();
      declared = instance.plugin;
    }
    if (instance.name.empty()) {
      plugin = nullptr;
      continue;
    }
    XmlElement out = element("instance", instance);
    write_config(instance.config, out);
    plugin->children.push_back(std::move(out));
  }
}

void Writer::write_custom() {
  for (const Numeric& numeric : spec_.numerics) section("custom").children.push_back(element("numeric", numeric));
  for (const Text& text : spec_.texts) section("custom").children.push_back(element("text", text));
  for (const Tuple& tuple : spec_.tuples) {
    XmlElement out = element("tuple", tuple);
    for (const TupleItem& item : tuple.items) out.children.push_back(element("element", item));
    section("custom").children.push_back(std::move(out));
  }
}

void Writer::write_keyframes() {
  for (const Key& key : spec_.keys) section("keyframe").children.push_back(element("key", key));
}

}  // namespace corten::mjcf
