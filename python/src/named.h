// One element of a Model or Data by name: model.body("torso").mass, data.joint("hip").qpos.
//
// An element has the rows of the arrays over elements of its kind (body_mass over bodies), and its range of arrays over
// something else: a joint of qpos and of the arrays over dofs, an actuator of ctrl, a sensor of sensordata.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "objects.h"

namespace corten::python {

struct NamedKind {
  Object object;
  const char* method;  // of Model and Data: model.body(...)
  const char* size;    // how many there are: "nbody"
  std::vector<const char*> prefixes;
};
const std::vector<NamedKind>& named_kinds();

// The id of a name or of an id that exists. Throws KeyError that says what a similar name would be, IndexError or
// TypeError.
int resolve(const Model& model, const NamedKind& kind, nb::handle name_or_id);
const NamedKind& kind_of(Object object);

struct Named {
  nb::object owner;  // a Model or a Data
  bool of_data = false;
  const NamedKind* kind = nullptr;
  int id = 0;
};

}  // namespace corten::python
