// One element of a Spec as a Python object whose attributes can be read and set.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "corten/spec.h"
#include "objects.h"

namespace corten::python {

struct PySpec {
  std::shared_ptr<Spec> spec = std::make_shared<Spec>();
};

enum class SpecKind {
  kBody,
  kJoint,
  kGeom,
  kSite,
  kCamera,
  kLight,
  kMesh,
  kMaterial,
  kTendon,
  kEquality,
  kActuator,
  kSensor,
  kKey
};

struct SpecKindName {
  SpecKind kind;
  const char* name;       // "geom"
  const char* signature;  // of Spec.geom
};
const std::vector<SpecKindName>& spec_kinds();
SpecKind kind_named(const std::string& name);  // throws ValueError

struct SpecElement {
  std::shared_ptr<Spec> spec;
  SpecKind kind;
  std::string name;  // empty: known by its number
  int number;

  static void set_all(Body& element, const nb::kwargs& attributes);
  static void set_all(Joint& element, const nb::kwargs& attributes);
  static void set_all(Geom& element, const nb::kwargs& attributes);
  static void set_all(Site& element, const nb::kwargs& attributes);
};

// Throws KeyError with similar names, IndexError or TypeError.
SpecElement find_element(const std::shared_ptr<Spec>& spec, SpecKind kind, const nb::object& name_or_number);
bool has_element(Spec& spec, SpecKind kind, const std::string& name);
std::vector<std::string> element_names(Spec& spec, SpecKind kind);

void bind_spec_element(nb::module_& m);

}  // namespace corten::python
