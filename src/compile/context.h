// What the parts of the compiler share: the Spec, the flattened tree, the names and the list of problems.
//
// compile() runs in passes: flatten the tree and index the names; resolve the numbers of every tree element; count
// every size; allocate the Model; fill its arrays; then derived constants are computed with the engine itself. A part
// of the compiler outside the tree is a pair of functions count_x(context, sizes) and fill_x(context, model).
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "corten/actuator.h"
#include "corten/model.h"
#include "corten/plugin.h"
#include "corten/sdf.h"
#include "corten/spec.h"
#include "math/vec3.h"

namespace corten {

// An element of the tree in model order. `body` is its body's id.
template <class T>
struct Flat {
  const T* element = nullptr;
  int body = 0;
  Pose frame;  // accumulated <frame> transforms between the body and the element
  Pose pose;   // of the element in its body, once resolved
};

struct FlatJoint : Flat<Joint> {
  Vec3 axis;
  bool limited = false, actfrclimited = false;
  Vec<2> range;                   // radians for rotations
  double ref = 0, springref = 0;  // radians for hinges
};

struct FlatGeom : Flat<Geom> {
  GeomType type = GeomType::kSphere;
  Vec3 size;
  int mesh = -1, hfield = -1;  // index into Spec::meshes and Spec::hfields; a primitive may be fitted to a mesh
  int plugin = -1;             // instance in Context::plugins
  Vec<6> surfacevel;
  Vec<6> aabb;
  double rbound = 0;
  double mass = 0;  // zero when the geom does not contribute to its body
  Vec3 inertia;
};

struct FlatSite : Flat<Site> {
  Vec3 size;
};

struct FlatLight : Flat<Light> {
  Vec3 dir;
};

struct FlatBody {
  const Body* element = nullptr;
  int parent = 0;
  Pose frame;      // accumulated <frame> transforms between the parent body and this one
  int weld = 0;    // highest ancestor without joints in between
  int joints = 0;  // number of joints
  // resolved
  Pose pose;      // in the parent body
  Pose inertial;  // centre of mass and principal axes
  double mass = 0;
  Vec3 inertia;
  double margin = 0;  // largest margin + gap of its geoms, discarded ones included
  int simple = 0;     // Model::body_simple
};

// An instance of a plugin.
struct PlannedPlugin {
  const Element* element = nullptr;  // that declares it, and its tag
  std::string tag;
  std::string plugin;
  std::vector<std::pair<std::string, std::string>> settings{};
  PluginKind kind = PluginKind::kSdf;
  std::shared_ptr<Plugin> code{};  // null: a shape, an actuator model, or its settings are wrong
  std::shared_ptr<const SdfShape> shape{};
  std::shared_ptr<const RegisteredActuator> actuator{};
  int users = 0;  // elements that name it
};

class Context {
 public:
  Context(const Spec& spec, Diagnostics& diagnostics) : spec_(spec), diagnostics_(diagnostics) {}

  const Spec& spec() const { return spec_; }
  Diagnostics& diagnostics() { return diagnostics_; }
  const Compiler& compiler_of(const Element& element) const { return spec_.compilers[element.compiler]; }

  // The tree in model order; index = id. Filled by flatten (compile/tree/flatten.cc).
  std::vector<FlatBody> bodies;
  std::vector<FlatJoint> joints;
  std::vector<FlatGeom> geoms;
  std::vector<FlatSite> sites;
  std::vector<Flat<Camera>> cameras;
  std::vector<FlatLight> lights;

  // Filled by resolve_plugins (compile/elements/plugins.cc).
  std::vector<PlannedPlugin> plugins;    // index = id
  std::map<const void*, int> plugin_of;  // instance of a body, geom, actuator or sensor of the Spec
  // What computes an actuator or sensor; null: no plugin.
  template <class T>
  const T* plugin_code(const Element& element) const;
  // The model that a user registered, of an actuator of gaintype custom; null: none.
  const RegisteredActuator* actuator_model(const Element& element) const {
    const auto found = plugin_of.find(&element);
    return found == plugin_of.end() ? nullptr : plugins[found->second].actuator.get();
  }

  std::vector<int> mesh_vertnum;  // number of vertices of each mesh of the Model
  std::vector<char> flex_rigid;   // whether all vertices of a flex are on one body

  // Registers the names of one kind of thing; an empty name stays unnamed, a repeated one is an error.
  void add_name(Object kind, const Element& element, std::string_view tag, int id);
  // Forgets the names of one kind, after ids have changed.
  void clear_names(Object kind) { names_.erase(kind); }
  // The names of one kind by id; empty for the unnamed.
  std::vector<std::string> names(Object kind, std::size_t count) const;
  // Id of a name, -1 if there is none.
  int find(Object kind, std::string_view name) const;
  // Id of a name that must exist; otherwise reports an error with the closest existing name, and returns -1.
  int require(Object kind, const std::string& name, const Element& user, std::string_view tag,
              std::string_view attribute);

  void error(const Element& element, std::string_view tag, std::string message, std::string hint = {});
  void warning(const Element& element, std::string_view tag, std::string message, std::string hint = {});
  bool failed() const { return diagnostics_.has_errors(); }

 private:
  const Spec& spec_;
  Diagnostics& diagnostics_;
  std::map<Object, std::map<std::string, int, std::less<>>> names_;
};

template <class T>
const T* Context::plugin_code(const Element& element) const {
  const auto found = plugin_of.find(&element);
  return found == plugin_of.end() ? nullptr : static_cast<const T*>(plugins[found->second].code.get());
}

// Name of a kind of object as MJCF spells it: "body", "joint", ...
std::string_view object_name(Object kind);
// Kind of object of an MJCF keyword, Object::kUnknown if there is none.
Object object_kind(std::string_view keyword);

// Resolves a false/true/auto attribute: auto means "limited if the range is defined" under compiler autolimits;
// otherwise auto with a defined range is an error, as is an invalid range. `attribute` names the range or the switch:
// "range", "ctrlrange", "actuatorfrclimited", ...
bool resolve_limited(Context& context, const Element& element, std::string_view tag, std::string_view attribute,
                     Tristate limited, const Vec<2>& range);

}  // namespace corten
