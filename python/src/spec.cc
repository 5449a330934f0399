// Spec: a model as its file describes it, to be read, changed element by element, compiled and saved.
//
// Elements are found by name, or by number in the order of the file, each time they are used: adding and removing
// moves them in memory. Numbers come out as read-only copies and go in by assignment.
#include "corten/spec.h"

#include <fmt/format.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <filesystem>
#include <memory>
#include <string>

#include "assets.h"
#include "corten/edit.h"
#include "corten/load.h"
#include "corten/write.h"
#include "load.h"
#include "objects.h"
#include "option.h"
#include "spec_element.h"

namespace corten::python {

namespace {

Body& require_body(Spec& spec, const std::string& name) {
  if (Body* body = find_body(spec, name)) return *body;
  throw nb::key_error(fmt::format("the spec has no body '{}'", name).c_str());
}

PySpec from_file(const std::filesystem::path& path) {
  Diagnostics diagnostics;
  auto spec = std::make_shared<Spec>(read_mjcf(path.string(), diagnostics));
  refuse_errors(diagnostics);
  return {spec};
}

PySpec from_text(const std::string& text, const std::optional<nb::dict>& files,
                 const std::filesystem::path& directory) {
  Diagnostics diagnostics;
  auto spec = std::make_shared<Spec>(
      files ? read_mjcf_text(text, std::make_shared<const Assets>(to_assets(*files)), diagnostics)
            : read_mjcf_text(text, directory.string(), diagnostics));
  refuse_errors(diagnostics);
  return {spec};
}

PyModel compile_spec(const PySpec& self) {
  Diagnostics diagnostics;
  Model model = compile(*self.spec, diagnostics);
  refuse_errors(diagnostics);
  return PyModel(std::move(model), false);
}

nb::tuple recompile_spec(const PySpec& self, const PyModel& model, const PyData& data) {
  Diagnostics diagnostics;
  Recompiled next = recompile(*self.spec, model.get(), data.world->data, diagnostics);
  refuse_errors(diagnostics);
  const nb::object new_model = nb::cast(PyModel(std::move(next.model), false), nb::rv_policy::move);
  next.data.hooks.reset();
  const auto& box = nb::cast<PyModel&>(new_model).box;
  return nb::make_tuple(new_model,
                        nb::cast(PyData(new_model, std::make_shared<World>(next.data, box)), nb::rv_policy::move));
}

std::vector<std::string> remove(PySpec& self, const std::string& name) {
  require_body(*self.spec, name);
  Diagnostics diagnostics;
  std::vector<std::string> gone = remove_body(*self.spec, name, diagnostics);
  refuse_errors(diagnostics);
  return gone;
}

void attach(PySpec& self, const PySpec& child, const std::string& body, const std::string& parent,
            const std::string& prefix, const std::string& suffix, const Doubles& pos, const Doubles& quat) {
  Attachment a{body, parent, prefix, suffix, to_vec3("pos", pos), {}};
  require_shape("quat", quat, {4});
  for (int i = 0; i < 4; ++i) a.quat[i] = quat.data()[i];
  Diagnostics diagnostics;
  attach_body(*self.spec, Spec(*child.spec), a, diagnostics);
  refuse_errors(diagnostics);
}

// A new element at the end of a list of a body.
template <class T>
void bind_add(nb::class_<PySpec>& c, const char* method, const char* signature, SpecKind kind,
              std::vector<T> Body::*list) {
  c.def(
      method,
      [kind, list](PySpec& self, const std::string& parent, const std::string& name, const nb::kwargs& attributes) {
        if (name.empty()) throw nb::value_error("a new element needs a name");
        if (has_element(*self.spec, kind, name))
          throw nb::value_error(fmt::format("the spec has a '{}' of this kind already", name).c_str());
        T element;
        element.name = name;
        SpecElement::set_all(element, attributes);
        (require_body(*self.spec, parent).*list).push_back(std::move(element));
        return SpecElement{self.spec, kind, name, -1};
      },
      nb::arg("parent"), nb::arg("name"), nb::arg("attributes"), nb::sig(signature),
      "Adds an element with MJCF's defaults and the given attributes to the body `parent`.");
}

}  // namespace

void bind_spec(nb::module_& m) {
  bind_spec_element(m);
  nb::class_<PySpec> c(m, "Spec", "A model as its file describes it: read, change, compile, save.");
  c.def(nb::init<>());
  c.def_static("from_file", &from_file, nb::arg("path"), nb::sig("def from_file(path: str | os.PathLike[str]) -> Spec"),
               "Reads an MJCF or URDF file or an archive.");
  c.def_static("from_text", &from_text, nb::arg("text"), nb::arg("assets") = nb::none(), nb::arg("directory") = ".",
               nb::sig("def from_text(text: str, assets: dict[str, bytes | str] | None = None, directory: str | "
                       "os.PathLike[str] = '.') -> Spec"),
               "Reads MJCF or URDF text; see load_text.");
  c.def("compile", &compile_spec, "The Model. Raises LoadError with all problems found.");
  c.def("recompile", &recompile_spec, nb::arg("model"), nb::arg("data"),
        nb::sig("def recompile(self, model: Model, data: Data) -> tuple[Model, Data]"),
        "The Model and a Data that goes on where `data` was, for everything that exists before and after.");
  c.def(
      "to_xml", [](const PySpec& s, bool flat) { return write_mjcf(*s.spec, {flat}); }, nb::arg("flat") = false,
      "The model as MJCF text. `flat`: without default classes.");
  c.def(
      "save",
      [](const PySpec& s, const std::filesystem::path& path, bool flat) { save_mjcf(*s.spec, path.string(), {flat}); },
      nb::arg("path"), nb::arg("flat") = false,
      nb::sig("def save(self, path: str | os.PathLike[str], flat: bool = False) -> None"), "Writes an MJCF file.");
  c.def_prop_ro(
      "option",
      [](const PySpec& s) {
        return PyOption{&s.spec->option, s.spec, true};
      },
      "physics options");
  c.def_prop_rw(
      "modelname", [](const PySpec& s) { return s.spec->modelname; },
      [](PySpec& s, std::string name) { s.spec->modelname = std::move(name); }, "name of the model");
  c.def(
      "names", [](const PySpec& s, const std::string& kind) { return element_names(*s.spec, kind_named(kind)); },
      nb::arg("kind"), "Names of all elements of a kind, such as \"geom\", in the order of the file.");
  for (const SpecKindName& k : spec_kinds()) {
    c.def(
        k.name, [&k](PySpec& s, const nb::object& name) { return find_element(s.spec, k.kind, name); }, nb::arg("name"),
        nb::sig(k.signature), "The element of this name or number; its attributes can be set.");
  }
#define CORTEN_ADD(name) "def " name "(self, parent: str, name: str, **attributes: typing.Any) -> SpecElement"
  bind_add(c, "add_body", CORTEN_ADD("add_body"), SpecKind::kBody, &Body::bodies);
  bind_add(c, "add_joint", CORTEN_ADD("add_joint"), SpecKind::kJoint, &Body::joints);
  bind_add(c, "add_geom", CORTEN_ADD("add_geom"), SpecKind::kGeom, &Body::geoms);
  bind_add(c, "add_site", CORTEN_ADD("add_site"), SpecKind::kSite, &Body::sites);
  c.def("remove_body", &remove, nb::arg("name"),
        "Removes a body with all below it and what cannot exist without them, which is returned.");
  c.def("attach", &attach, nb::arg("child"), nb::arg("body") = "", nb::arg("parent") = "", nb::arg("prefix") = "",
        nb::arg("suffix") = "", nb::arg("pos") = nb::make_tuple(0.0, 0.0, 0.0),
        nb::arg("quat") = nb::make_tuple(1.0, 0.0, 0.0, 0.0),
        nb::sig(
            "def attach(self, child: Spec, body: str = '', parent: str = '', prefix: str = '', suffix: str = '', pos: "
            "numpy.typing.ArrayLike = (0, 0, 0), quat: numpy.typing.ArrayLike = (1, 0, 0, 0)) -> None"),
        "Copies a body of another Spec, or all of its world, with everything that belongs to it.");
  c.def("__copy__", [](const PySpec& s) { return PySpec{std::make_shared<Spec>(*s.spec)}; });
  c.def(
      "__deepcopy__", [](const PySpec& s, nb::handle) { return PySpec{std::make_shared<Spec>(*s.spec)}; },
      nb::arg("memo"));
  c.def("__repr__", [](const PySpec& s) { return fmt::format("<corten.Spec '{}'>", s.spec->modelname); });
}

}  // namespace corten::python
