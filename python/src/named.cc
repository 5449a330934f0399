// See named.h: finds the field that an attribute means, and the element's part of it.
#include "named.h"

#include <fmt/format.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <optional>
#include <set>
#include <stdexcept>

#include "fields.h"

namespace corten::python {

const std::vector<NamedKind>& named_kinds() {
  static const std::vector<NamedKind> kinds = {
      {Object::kBody, "body", "nbody", {"body_", ""}},
      {Object::kJoint, "joint", "njnt", {"jnt_", "dof_", ""}},
      {Object::kGeom, "geom", "ngeom", {"geom_"}},
      {Object::kSite, "site", "nsite", {"site_"}},
      {Object::kCamera, "camera", "ncam", {"cam_"}},
      {Object::kLight, "light", "nlight", {"light_"}},
      {Object::kFlex, "flex", "nflex", {"flex_"}},
      {Object::kMesh, "mesh", "nmesh", {"mesh_"}},
      {Object::kSkin, "skin", "nskin", {"skin_"}},
      {Object::kHfield, "hfield", "nhfield", {"hfield_"}},
      {Object::kTexture, "texture", "ntex", {"tex_"}},
      {Object::kMaterial, "material", "nmat", {"mat_"}},
      {Object::kPair, "pair", "npair", {"pair_"}},
      {Object::kExclude, "exclude", "nexclude", {"exclude_"}},
      {Object::kEquality, "equality", "neq", {"eq_"}},
      {Object::kTendon, "tendon", "ntendon", {"tendon_", "ten_"}},
      {Object::kActuator, "actuator", "nactuator", {"actuator_", ""}},
      {Object::kSensor, "sensor", "nsensor", {"sensor_", "sensor"}},
      {Object::kNumeric, "numeric", "nnumeric", {"numeric_"}},
      {Object::kText, "text", "ntext", {"text_"}},
      {Object::kTuple, "tuple", "ntuple", {"tuple_"}},
      {Object::kKey, "key", "nkey", {"key_"}},
  };
  return kinds;
}

const NamedKind& kind_of(Object object) { return *std::ranges::find(named_kinds(), object, &NamedKind::object); }

int resolve(const Model& model, const NamedKind& kind, nb::handle name_or_id) {
  if (nb::isinstance<nb::str>(name_or_id)) {
    try {
      return model.require_id(kind.object, nb::cast<std::string_view>(name_or_id));
    } catch (const std::out_of_range& error) {
      throw nb::key_error(error.what());
    }
  }
  Py_ssize_t id = -1;
  if (PyIndex_Check(name_or_id.ptr())) {
    id = PyNumber_AsSsize_t(name_or_id.ptr(), nullptr);
    if (id == -1 && PyErr_Occurred()) nb::raise_python_error();
  } else {
    throw nb::type_error(fmt::format("a {} is chosen by its name or its number", kind.method).c_str());
  }
  const int count = size_of(model, kind.size);
  if (id < 0 || id >= count)
    throw std::out_of_range(fmt::format("there is no {} {}; the model has {}", kind.method, id, count));
  return static_cast<int>(id);
}

namespace {

// A part of an array: one row, or several from `first`.
struct Part {
  int field = -1;
  bool row = true;
  int first = 0, count = 1;
};

using Range = std::optional<Part>;

Range joint_part(const Model& m, int joint, std::string_view size) {
  static constexpr int kCoordinates[] = {7, 4, 1, 1}, kDofs[] = {6, 3, 1, 1};  // by JointType
  const int type = static_cast<int>(m.jnt_type[joint]);
  if (size == "nq") return Part{-1, false, m.jnt_qposadr[joint], kCoordinates[type]};
  if (size == "nv") return Part{-1, false, m.jnt_dofadr[joint], kDofs[type]};
  return {};
}

// Gear and control range of the usual actuator, which has one control and one force, are rows.
Range actuator_part(const Model& m, int actuator, std::string_view size, bool of_data) {
  const auto part = [&](int first, int count) { return Part{-1, !of_data && count == 1, first, count}; };
  if (size == "nu") return part(m.actuator_ctrladr[actuator], m.actuator_ctrlnum[actuator]);
  if (size == "nout") return part(m.actuator_outadr[actuator], m.actuator_outnum[actuator]);
  if (size == "na") {
    const int count = m.actuator_actnum[actuator];
    return Part{-1, false, count > 0 ? m.actuator_actadr[actuator] : 0, count};
  }
  return {};
}

// The part that an element has of an array over `size`, such as "nv".
Range part_of(const Named& named, const Model& m, std::string_view size) {
  const int id = named.id;
  if (size == named.kind->size) return Part{-1, true, id, 1};
  switch (named.kind->object) {
    case Object::kBody:
      if (size == "nmocap" && m.body_mocapid[id] >= 0) return Part{-1, true, m.body_mocapid[id], 1};
      return {};
    case Object::kJoint:
      return joint_part(m, id, size);
    case Object::kActuator:
      return actuator_part(m, id, size, named.of_data);
    case Object::kSensor:
      if (size == "nsensordata") return Part{-1, false, m.sensor_adr[id], m.sensor_dim[id]};
      return {};
    case Object::kNumeric:
      if (size == "nnumericdata") return Part{-1, false, m.numeric_adr[id], m.numeric_size[id]};
      return {};
    default:
      return {};
  }
}

const Model& model_of(const Named& named) {
  return named.of_data ? nb::cast<PyData&>(named.owner).world->box->model : nb::cast<PyModel&>(named.owner).get();
}

// "nkey" of "nkey * nq".
std::string_view first_size(const char* count) {
  const std::string_view text = count;
  return text.substr(0, text.find(' '));
}

const char* count_of(const Named& named, int field) {
  const auto i = static_cast<std::size_t>(field);
  return named.of_data ? data_fields()[i].count : model_fields()[i].count;
}

// The field of an attribute; nothing if the element has none of this name.
Range find_part(const Named& named, std::string_view attribute) {
  for (const char* prefix : named.kind->prefixes) {
    const std::string name = std::string(prefix) + std::string(attribute);
    const int field = named.of_data ? find_data_field(name) : find_model_field(name);
    if (field < 0) continue;
    Range part = part_of(named, model_of(named), first_size(count_of(named, field)));
    if (!part) continue;
    part->field = field;
    return part;
  }
  return {};
}

std::vector<std::string> attributes(const Named& named) {
  std::set<std::string> names;
  const auto offer = [&](std::string_view name) {
    for (const std::string_view prefix : named.kind->prefixes) {
      if (!name.starts_with(prefix)) continue;
      const std::string attribute(name.substr(prefix.size()));
      if (find_part(named, attribute)) names.insert(attribute);
      break;
    }
  };
  if (named.of_data) {
    for (const auto& f : data_fields()) offer(f.name);
  } else {
    for (const auto& f : model_fields()) offer(f.name);
  }
  names.insert({"id", "name"});
  return {names.begin(), names.end()};
}

const std::string& name_of(const Named& named) { return model_of(named).name_of(named.kind->object, named.id); }

std::string label(const Named& named) {
  return fmt::format("{} {}", named.kind->method,
                     name_of(named).empty() ? std::to_string(named.id) : "'" + name_of(named) + "'");
}

Part require_part(const Named& named, const std::string& attribute) {
  if (const Range part = find_part(named, attribute)) return *part;
  const nb::object close =
      nb::module_::import_("difflib").attr("get_close_matches")(attribute, nb::cast(attributes(named)));
  std::string hint;
  for (nb::handle h : close) hint += (hint.empty() ? "; did you mean " : ", ") + nb::cast<std::string>(h);
  throw nb::attribute_error(fmt::format("{} of {} has no '{}'{}", label(named), named.of_data ? "a Data" : "a Model",
                                        attribute, hint.empty() ? "; dir() lists what it has" : hint + "?")
                                .c_str());
}

nb::object whole(const Named& named, const Part& part) {
  const auto field = static_cast<std::size_t>(part.field);
  return named.of_data ? nb::cast<PyData&>(named.owner).view(field) : nb::cast<PyModel&>(named.owner).view(field);
}

nb::object index_of(const Part& part) {
  if (part.row) return nb::int_(part.first);
  return nb::slice(nb::int_(part.first), nb::int_(part.first + part.count), nb::int_(1));
}

void set(const Named& named, const std::string& attribute, const nb::object& value) {
  const Part part = require_part(named, attribute);
  if (!named.of_data && !nb::cast<PyModel&>(named.owner).box->writable)
    throw nb::attribute_error("a Model is read-only; model.writable() is a copy that is not");
  assign(whole(named, part), index_of(part), value, label(named) + "." + attribute);
}

}  // namespace

void bind_named(nb::module_& m) {
  nb::class_<Named>(m, "Named", "One element of a Model or Data: its rows of all arrays, as attributes.")
      .def_prop_ro(
          "id", [](const Named& n) { return n.id; }, "number of the element in its arrays")
      .def_prop_ro(
          "name", [](const Named& n) { return name_of(n); }, "name, empty if it has none")
      .def(
          "__getattr__",
          [](const Named& n, const std::string& attribute) {
            const Part part = require_part(n, attribute);
            return nb::object(whole(n, part)[index_of(part)]);
          },
          nb::sig("def __getattr__(self, name: str) -> typing.Any"))
      .def("__setattr__", &set, nb::sig("def __setattr__(self, name: str, value: typing.Any) -> None"))
      .def("__dir__", [](const Named& n) { return attributes(n); })
      .def("__repr__", [](const Named& n) {
        std::string text = fmt::format("<{} ({}):", label(n), n.id);
        for (const std::string& a : attributes(n)) {
          if (a != "id" && a != "name") text += " " + a;
        }
        return text + ">";
      });
}

}  // namespace corten::python
