// The schema, and what holds a file against it.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <typeinfo>
#include <vector>

#include "corten/error.h"
#include "corten/spec.h"
#include "mjcf/read/xml_tree.h"
#include "mjcf/schema/value.h"

namespace corten::mjcf {

// ---- schema
//
// The MJCF vocabulary as one table: every element, its attributes and its children.
//
// The table drives validation (validate.cc), reading (reader.h), "did you mean" and the reference page
// (schema_reference). An attribute knows how to lay a value over the object that its element describes and how to get
// it back, so that a writer needs nothing else. Defaults are not listed: a default-constructed object has them.

struct Attribute {
  std::string name;
  ValueShape shape;
  std::string doc;  // meaning and unit
  bool is_required = false;
  bool in_default = true;  // can be given in a default class
  std::string limits;      // text of `check` for the reference page

  std::function<void(void* object, const Value& value)> store;
  std::function<Value(const void* object)> load;         // empty if the object does not keep the value as written
  std::function<std::string(const Value& value)> check;  // what is wrong with a value, empty if nothing

  // Options, chained behind the row that they belong to.
  Attribute& required() { return is_required = true, *this; }
  Attribute& nodefault() { return in_default = false, *this; }
  Attribute& partial() { return shape.min_count = 1, *this; }  // fewer numbers are laid over the first ones
  Attribute& at_least(double limit);
  Attribute& at_most(double limit);
  Attribute& above(double limit);
  Attribute& nonzero();   // not all numbers are zero
  Attribute& in_order();  // flags in the order of their table
  Attribute& checked(std::string text, std::function<std::string(const Value&)> function);
};

// Which attributes can be given together. A bundle is present if one of its attributes is, complete if all are.
struct PresenceRule {
  enum class Kind { kExclusive, kTogether, kOneOf };  // at most one bundle; all or none; at least one complete bundle
  Kind kind;
  std::vector<std::vector<std::string>> bundles;
};

enum class Cardinality { kAny, kAtMostOne };

struct ElementType;
struct Child {
  std::string id;
  Cardinality cardinality = Cardinality::kAny;
  const ElementType* type = nullptr;
};

struct ElementType {
  std::string id;   // unique in the table: "geom", "composite/geom"
  std::string tag;  // in XML
  std::string doc;
  std::vector<Attribute> attributes;
  std::vector<Child> children;
  std::vector<PresenceRule> rules;
  const std::type_info* object_type = nullptr;  // of the object that the element fills
  std::function<std::shared_ptr<void>()> make;  // a default-constructed object of that type

  const Attribute* find(std::string_view attribute) const;
  const Child* find_child(std::string_view child_tag) const;
};

class Schema {
 public:
  static const Schema& instance();

  const ElementType& root() const { return at("mujoco"); }
  const ElementType& at(std::string_view id) const;

  // Used by the files that fill the table.
  ElementType& add(std::string id, std::string doc);
  // The same attributes, without those that cannot be given in a default class, as a child of <default>.
  ElementType& add_default(std::string_view id, std::string tag = {});
  const std::map<std::string, ElementType, std::less<>>& elements() const { return elements_; }

 private:
  Schema();
  void link();

  std::map<std::string, ElementType, std::less<>> elements_;
};

// The rows of each section.
void add_settings(Schema& schema);
void add_visual(Schema& schema);
void add_assets(Schema& schema);
void add_bodies(Schema& schema);
void add_body_elements(Schema& schema);
void add_composite(Schema& schema);
void add_flex(Schema& schema);
void add_constraints(Schema& schema);
void add_tendons(Schema& schema);
void add_actuators(Schema& schema);
void add_sensors(Schema& schema);
void add_custom(Schema& schema);

// A reference of all elements and attributes in Markdown.
std::string schema_reference();

// ---- validate
//
// Checks a tree against the schema: names of elements and attributes, what is required, what excludes each other.

void validate(const XmlTree& tree, Diagnostics& diagnostics);

// ---- names
//
// Names are unique among elements of the same kind.

void check_unique_names(const Spec& spec, Diagnostics& diagnostics);

}  // namespace corten::mjcf
