// The writer, and the steps before and after it.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "corten/spec.h"
#include "mjcf/read/xml_tree.h"
#include "mjcf/schema/schema.h"

namespace corten::mjcf {

// ---- units
//
// One set of compiler settings for a whole Spec.
//
// Attached models bring their own settings: angle unit, Euler sequence, automatic limits, sources of inertia,
// directories. A file has one <compiler>, so elements that were written under other settings are rewritten to mean the
// same, bit by bit, under those of the model. What cannot be expressed: a boundmass or boundinertia that only some of
// the models have, for bodies without <inertial diaginertia>.

// A Spec with the same meaning whose elements all have compiler 0.
Spec with_one_compiler(const Spec& spec);

// ---- paths
//
// Names of asset files, relative to the model file that mentions them.

// Files of attached models are named relative to the directories of the model itself, and so are files with a full path
// that lie beside the model or below it. Elements must still have the compilers they were read with.
void use_own_directories(Spec& spec);

// The same Spec, to be saved in `directory`: its asset directories lead back to where the files are.
Spec moved_to(Spec spec, const std::string& directory);

// ---- attributes
//
// The attributes that turn one object into another: what an element has to say beyond its default class.
//
// The rows of the schema do all the work. A row's value is written if it differs from that of the starting object, and
// is then stored in the starting object, exactly as the reader will do. What is left over shows that some row cannot
// express the difference; another default class may do better.

// Attributes of `type` for `object`, read over `start`. `start` becomes what the reader makes of them; the result says
// whether that is the same as `object`. Attributes named in `always` and required ones are written in any case,
// `class` and `childclass` never.
bool write_attributes(const ElementType& type, const void* object, void* start,
                      const std::vector<std::string_view>& always, XmlElement& out);

// Whether all rows of `type` have the same values in both.
bool same_attributes(const ElementType& type, const void* a, const void* b);

// ---- xml
//
// A tree of elements as XML text: one element per line, two spaces per level.

std::string print_xml(const XmlElement& root);

// ---- writer
//
// Turns a Spec into a tree of XML elements, section by section; the counterpart of Reader.
//
// The Spec must have one compiler: with_one_compiler() makes it so.

class Writer {
 public:
  // `flat`: without default classes.
  Writer(const Spec& spec, bool flat);
  XmlElement write();

 private:
  // The place in the lists of a body up to which its elements are written.
  struct Cursor {
    const Body& body;
    std::vector<const FlexComp*> flexcomps;  // of this body, in order of position
    std::size_t joint = 0, geom = 0, site = 0, camera = 0, light = 0, child = 0, flexcomp = 0;
    std::vector<bool> opened;  // frames that are written, at least in part
  };

  // ---- settings (write/settings.cc)
  void write_settings();
  std::vector<std::string_view> written_flags() const;  // attributes of <flag> that Spec::written has
  void write_visual();
  void write_default(int class_index, XmlElement& parent);
  void write_extension();
  void write_custom();
  void write_keyframes();

  // ---- assets (write/assets.cc)
  void write_assets();
  void write_layers(const Material& material, const Material& start, XmlElement& out) const;
  void write_skins_and_flexes();
  void write_flex_children(const Flex& flex, const char* edge, XmlElement& out) const;  // `edge`: id of its element
  void write_plugin(const PluginRef& plugin, XmlElement& parent) const;
  void write_config(const std::vector<std::pair<std::string, std::string>>& config, XmlElement& parent) const;

  // ---- constraints, actuators, sensors (write/constraints.cc, write/actuators.cc)
  void write_contacts();
  void write_equalities();
  void write_tendons();
  void write_actuators();
  XmlElement default_actuator(const Actuator& actuator, const Actuator& start) const;
  void write_sensors();

  // ---- kinematic tree (write/body.cc)
  void write_world();
  void write_body(const Body& body, const std::string& class_name, XmlElement& parent);
  void write_content(const Body& body, const std::string& class_name, XmlElement& out);
  void write_frame_content(Cursor& cursor, int frame, const std::string& class_name, XmlElement& out);
  void write_direct(Cursor& cursor, int frame, const std::string& class_name, XmlElement& out);
  void write_children(Cursor& cursor, int frame, const std::string& class_name, XmlElement& out);
  void write_joint(const Joint& joint, const std::string& class_name, XmlElement& parent);
  void write_flexcomp(const FlexComp& comp, XmlElement& parent);
  static const FlexComp* next_flexcomp(const Cursor& cursor);
  int next_frame(const Cursor& cursor, int frame) const;

  // ---- helpers (writer.cc)
  XmlElement& section(const std::string& tag);  // of the root; made when first asked for
  // The class with this name, the root class if there is none or if the result is flat.
  const DefaultClass& class_named(const std::string& name) const;
  // An element with the attributes that differ from `start`.
  template <class T>
  XmlElement element(const ElementType& type, const T& object, T start = {},
                     const std::vector<std::string_view>& always = {}) const {
    XmlElement out;
    out.tag = type.tag;
    write_attributes(type, &object, &start, always, out);
    return out;
  }
  template <class T>
  XmlElement element(std::string_view id, const T& object) const {
    return element(schema_.at(id), object);
  }
  // An element that starts from a default class: its own, or the root class if its own cannot lead to it.
  // `Draft` is what the rows of `type` fill. `around` is the class that applies where the element stands.
  template <class T, class Draft = T>
  XmlElement classed_element(const ElementType& type, const Draft& object, T DefaultClass::*example,
                             const std::string& around, const std::vector<std::string_view>& always = {}) const;
  // Adds a child that has something to say.
  static void add_if_any(XmlElement& parent, XmlElement child) {
    if (!child.attributes.empty() || !child.children.empty()) parent.children.push_back(std::move(child));
  }

  const Schema& schema_ = Schema::instance();
  const Spec& spec_;
  const bool flat_;
  std::map<std::string, int, std::less<>> classes_;
  std::map<std::vector<int>, std::vector<const FlexComp*>> flexcomps_;  // by the path of their body
  std::vector<int> path_;                                               // of the body being written
  XmlElement root_;
};

template <class T, class Draft>
XmlElement Writer::classed_element(const ElementType& type, const Draft& object, T DefaultClass::*example,
                                   const std::string& around, const std::vector<std::string_view>& always) const {
  const auto attempt = [&](const DefaultClass& used, XmlElement& out) {
    Draft start;
    static_cast<T&>(start) = used.*example;
    start.name.clear();
    out.tag = type.tag;
    return write_attributes(type, &object, &start, always, out);
  };
  const DefaultClass* used = &class_named(object.classname);
  XmlElement out, other;
  if (!attempt(*used, out) && attempt(class_named("main"), other)) {
    out = std::move(other);
    used = &class_named("main");
  }
  if (used->name != around) {
    const bool named = !out.attributes.empty() && out.attributes[0].first == "name";
    out.attributes.insert(out.attributes.begin() + named, {"class", used->name});
  }
  return out;
}

}  // namespace corten::mjcf
