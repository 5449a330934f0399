// Sections without a place in the kinematic tree: compiler, option, size, statistic, visual, default, extension,
// custom and keyframe. Repeated sections are laid over each other.
#include <algorithm>
#include <array>

#include "mjcf/read/drafts.h"
#include "mjcf/read/reader.h"

namespace corten::mjcf {

void Reader::read_compiler(const XmlElement& section) {
  lay(section, "compiler", spec_.compilers[0]);
  for (const XmlElement& xml : section.children) {
    if (xml.tag == "lengthrange") lay(xml, "lengthrange", spec_.compilers[0].lengthrange);
  }
}

void Reader::read_option(const XmlElement& section) {
  lay(section, "option", spec_.option);
  spec_.written.where = tree_.where(section);
  for (const auto& [name, value] : section.attributes) spec_.written.names.insert(name);
  for (const XmlElement& xml : section.children) {
    if (xml.tag != "flag") continue;
    lay(xml, "flag", spec_.option);
    for (const Attribute& row : schema_.at("flag").attributes) {
      if (!xml.find(row.name)) continue;
      const Option bits = flag_bits(row);
      spec_.written.disableflags |= bits.disableflags;
      spec_.written.enableflags |= bits.enableflags;
    }
  }
}

void Reader::read_size(const XmlElement& section) {
  lay(section, "size", spec_.size);
  spec_.size.where = tree_.where(section);
}

void Reader::read_statistic(const XmlElement& section) { lay(section, "statistic", spec_.statistic); }

void Reader::read_visual(const XmlElement& section) {
  for (const XmlElement& xml : section.children) {
    const Child* child = schema_.at("visual").find_child(xml.tag);
    if (!child) continue;
    VisualDraft draft;
    lay(xml, *child->type, draft);
    for (const auto& [attribute, value] : draft.values) {
      const auto same = [&, &name = attribute](const VisualSetting& s) {
        return s.section == xml.tag && s.attribute == name;
      };
      const auto found = std::find_if(spec_.visual.begin(), spec_.visual.end(), same);
      if (found != spec_.visual.end()) {
        found->value = value;
      } else {
        spec_.visual.push_back({xml.tag, attribute, value});
      }
    }
  }
}

void Reader::read_default(const XmlElement& section, int parent) {
  const std::string name = section.value("class");
  int index = 0;
  if (parent < 0) {
    if (!name.empty() && name != "main") error(section, "the outermost default class is called 'main'");
  } else {
    if (name.empty()) return error(section, "attribute 'class' is missing", "a nested default class needs a name");
    index = static_cast<int>(spec_.defaults.size());
    if (!classes_.emplace(name, index).second) {
      return error(section, "default class '" + name + "' is defined twice");
    }
    DefaultClass copy = spec_.defaults[parent];
    copy.name = name;
    copy.parent = parent;
    spec_.defaults.push_back(std::move(copy));
  }
  // Nested classes start with all values of this one, wherever they are written.
  for (const XmlElement& xml : section.children) {
    if (xml.tag != "default") read_default_element(xml, index);
  }
  for (const XmlElement& xml : section.children) {
    if (xml.tag == "default") read_default(xml, index);
  }
}

void Reader::read_default_element(const XmlElement& xml, int class_index) {
  const Child* child = schema_.at("default").find_child(xml.tag);
  if (!child) return;
  const ElementType& type = *child->type;
  DefaultClass& defaults = spec_.defaults[class_index];
  if (xml.tag == "mesh") {
    read_mesh(xml, type, defaults.mesh);
  } else if (xml.tag == "material") {
    read_material(xml, type, defaults.material);
  } else if (xml.tag == "joint") {
    lay(xml, type, defaults.joint);
  } else if (xml.tag == "geom") {
    lay(xml, type, defaults.geom);
  } else if (xml.tag == "site") {
    lay(xml, type, defaults.site);
  } else if (xml.tag == "camera") {
    lay(xml, type, defaults.camera);
  } else if (xml.tag == "light") {
    lay(xml, type, defaults.light);
  } else if (xml.tag == "pair") {
    lay(xml, type, defaults.pair);
  } else if (xml.tag == "tendon") {
    lay(xml, type, defaults.tendon);
  } else if (xml.tag == "equality") {
    EqualityDraft draft{defaults.equality, {}, {}, {}, {}, {}, {}};
    lay(xml, type, draft);
    defaults.equality = draft;
  } else {
    lay_actuator(xml, type, defaults.actuator);
  }
}

void Reader::read_extension(const XmlElement& section) {
  for (const XmlElement& xml : section.children) {
    if (xml.tag != "plugin") continue;
    ExtensionPluginDraft plugin;
    lay(xml, "extension/plugin", plugin);
    const std::size_t before = spec_.plugins.size();
    for (const XmlElement& xml_instance : xml.children) {
      if (xml_instance.tag != "instance") continue;
      PluginInstance instance = make<PluginInstance>(xml_instance);
      lay(xml_instance, "instance", instance);
      instance.plugin = plugin.plugin;
      if (instance.name.empty() && xml_instance.find("name")) error(xml_instance, "a plugin instance needs a name");
      PluginRef settings;
      read_plugin_config(xml_instance, settings);
      instance.config = std::move(settings.config);
      spec_.plugins.push_back(std::move(instance));
    }
    if (spec_.plugins.size() > before) continue;
    PluginInstance declaration =
        make<PluginInstance>(xml);  // nameless: elements may use the plugin without an instance
    declaration.plugin = plugin.plugin;
    spec_.plugins.push_back(std::move(declaration));
  }
}

void Reader::read_custom(const XmlElement& section) {
  for (const XmlElement& xml : section.children) {
    if (xml.tag == "numeric") {
      Numeric numeric = make<Numeric>(xml);
      lay(xml, "numeric", numeric);
      const std::size_t size = numeric.size > 0 ? static_cast<std::size_t>(numeric.size) : 500;
      if (numeric.data.size() > size || (numeric.size == 0 && numeric.data.empty())) {
        error(xml, "the number of values must be between 1 and " + std::to_string(size));
      }
      spec_.numerics.push_back(std::move(numeric));
    } else if (xml.tag == "text") {
      lay(xml, "text", spec_.texts.emplace_back(make<Text>(xml)));
    } else if (xml.tag == "tuple") {
      Tuple& tuple = spec_.tuples.emplace_back(make<Tuple>(xml));
      lay(xml, "tuple", tuple);
      for (const XmlElement& item : xml.children) {
        if (item.tag == "element") lay(item, "element", tuple.items.emplace_back());
      }
    }
  }
}

void Reader::read_keyframe(const XmlElement& section) {
  for (const XmlElement& xml : section.children) {
    if (xml.tag == "key") lay(xml, "key", spec_.keys.emplace_back(make<Key>(xml)));
  }
}

}  // namespace corten::mjcf
