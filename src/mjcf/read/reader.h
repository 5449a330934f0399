// Reads a checked XML tree into a Spec, section by section.
//
// Sections are read in a fixed order, whatever their order in the file: settings and default classes come before the
// elements that they apply to, and the kinematic tree last, since attaching and replicating copy what refers to it.
#pragma once

#include <cassert>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "corten/error.h"
#include "corten/spec.h"
#include "mjcf/read/xml_tree.h"
#include "mjcf/schema/schema.h"

namespace corten::mjcf {

struct ActuatorDraft;

class Reader {
 public:
  // `chain`: the model files being read, outermost first; a model cannot contain itself.
  Reader(const XmlTree& tree, std::vector<std::string> chain, Spec& spec, Diagnostics& diagnostics);
  void read();

 private:
  // Where an element of the kinematic tree is put.
  struct Place {
    Body& body;
    int frame;        // in which it lies, -1: none
    int class_index;  // default class that applies if the element names none
    bool in_world;    // the body is the world
    bool in_tree;     // false inside <replicate>, whose content is not yet in the tree
  };

  // ---- settings (read/settings.cc)
  void read_compiler(const XmlElement& section);
  void read_option(const XmlElement& section);
  void read_size(const XmlElement& section);
  void read_statistic(const XmlElement& section);
  void read_visual(const XmlElement& section);
  void read_default(const XmlElement& section, int parent);
  void read_default_element(const XmlElement& xml, int class_index);
  void read_extension(const XmlElement& section);
  void read_custom(const XmlElement& section);
  void read_keyframe(const XmlElement& section);

  // ---- assets (read/assets.cc)
  void read_asset(const XmlElement& section);
  void read_mesh(const XmlElement& xml, const ElementType& type, Mesh& mesh);
  void read_material(const XmlElement& xml, const ElementType& type, Material& material);
  void read_hfield(const XmlElement& xml);
  void read_skin(const XmlElement& xml);
  void read_texture(const XmlElement& xml);
  void read_model(const XmlElement& xml);
  void read_deformable(const XmlElement& section);
  void read_plugin(const XmlElement& xml, PluginRef& plugin);
  void read_sensor_plugin(const XmlElement& xml, Sensor& sensor);
  void read_plugin_config(const XmlElement& xml, PluginRef& plugin);

  // ---- constraints, actuators, sensors
  void read_contact(const XmlElement& section);
  void read_equality(const XmlElement& section);
  void read_tendon(const XmlElement& section);
  void read_actuator(const XmlElement& section);
  void lay_actuator(const XmlElement& xml, const ElementType& type, Actuator& actuator);
  void read_sensor(const XmlElement& section);

  // ---- kinematic tree (read/body.cc)
  void read_world(const XmlElement& section);
  void read_tree(const XmlElement& xml, const Place& place);
  void read_tree_element(const XmlElement& xml, const Place& place);
  void read_body(const XmlElement& xml, const Place& place);
  void read_frame(const XmlElement& xml, const Place& place);
  void read_replicate(const XmlElement& xml, const Place& place);
  void read_attach(const XmlElement& xml, const Place& place);
  void read_inertial(const XmlElement& xml, const Place& place);
  void read_joint(const XmlElement& xml, const Place& place);
  void read_freejoint(const XmlElement& xml, const Place& place);
  void read_composite(const XmlElement& xml, const Place& place);
  void read_flexcomp(const XmlElement& xml, const Place& place);
  template <class T>
  T& add_body_element(const XmlElement& xml, const Place& place, std::vector<T> Body::*list, T DefaultClass::*example);

  // ---- helpers (reader.cc)
  void read_sections(const char* tag, void (Reader::*read_section)(const XmlElement&));
  // Lays the attributes of `xml` over `object`.
  void lay_over(const XmlElement& xml, const ElementType& type, void* object);
  template <class T>
  void lay(const XmlElement& xml, const ElementType& type, T& object) {
    assert(*type.object_type == typeid(T));
    lay_over(xml, type, &object);
  }
  template <class T>
  void lay(const XmlElement& xml, std::string_view id, T& object) {
    lay(xml, schema_.at(id), object);
  }
  // An object of the spec, with its place in the file.
  template <class T>
  T make(const XmlElement& xml, T object = {}) const {
    object.where = tree_.where(xml);
    object.name.clear();
    return object;
  }
  // A copy of the example that the class named in `xml`, else `fallback`, has of such an element.
  template <class T>
  T make_of_class(const XmlElement& xml, int fallback, T DefaultClass::*example) {
    const DefaultClass& used = spec_.defaults[class_of(xml, "class", fallback)];
    T object = make(xml, used.*example);
    object.classname = used.name;
    return object;
  }
  // Index of the class that the attribute names, `fallback` if it names none.
  int class_of(const XmlElement& xml, const char* attribute, int fallback);
  // The file name to keep: as written, or the full path if the file lies beside an included file only.
  std::string resolve_file(const XmlElement& xml, const std::string& file, const std::string& directory) const;
  void error(const XmlElement& xml, std::string message, std::string hint = {});
  void warning(const XmlElement& xml, std::string message, std::string hint = {});

  const Schema& schema_ = Schema::instance();
  const XmlTree& tree_;
  std::vector<std::string> chain_;
  Spec& spec_;
  Diagnostics& diagnostics_;
  std::map<std::string, int, std::less<>> classes_;  // index of each default class
  std::map<std::string, Spec, std::less<>> models_;  // of <asset>, by name
  std::vector<int> path_;                            // child indices from the world to the body being read
};

// Reads the tree of one file into a Spec; see Reader for `chain`.
Spec read_tree(const XmlTree& tree, const std::string& directory, std::vector<std::string> chain,
               Diagnostics& diagnostics);

}  // namespace corten::mjcf
