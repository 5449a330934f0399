// Model: all fields of model_fields.def as numpy views, sizes, options, names, elements by name; copies and pickles.
#include "corten/model.h"

#include <fmt/format.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <filesystem>
#include <string>
#include <tuple>

#include "corten/binary.h"
#include "corten/edit.h"
#include "fields.h"
#include "named.h"
#include "objects.h"
#include "option.h"

namespace corten::python {

namespace {

void require_writable(const PyModel& model, const char* name) {
  if (model.box->writable) return;
  throw nb::attribute_error(
      fmt::format("model.{}: a Model is read-only; model.writable() is a copy that is not", name).c_str());
}

void bind_fields(nb::class_<PyModel>& c) {
  for (const SizeField& size : size_fields()) {
    c.def_prop_ro(
        size.name, [&size](const PyModel& m) { return m.get().*size.member; }, size.doc);
  }
  for (std::size_t i = 0; i < model_fields().size(); ++i) {
    const Field<Model>& f = model_fields()[i];
    const std::string type = annotation(f.type);
    c.def_prop_rw(
        f.name, [i](PyModel& m) { return m.view(i); },
        [i, &f](PyModel& m, const nb::object& value) {
          require_writable(m, f.name);
          assign(m.view(i), nb::ellipsis(), value, std::string("model.") + f.name);
        },
        f.doc, nb::for_getter(nb::sig(keep_text(fmt::format("def {}(self) -> {}", f.name, type)))),
        nb::for_setter(nb::sig(keep_text(fmt::format("def {}(self, value: numpy.typing.ArrayLike) -> None", f.name)))));
  }
}

void bind_names(nb::class_<PyModel>& c) {
  for (const NamedKind& kind : named_kinds()) {
    c.def(
        kind.method,
        [&kind](nb::object self, const nb::object& name) {
          const int id = resolve(nb::cast<PyModel&>(self).get(), kind, name);
          return Named{std::move(self), false, &kind, id};
        },
        nb::arg("name"), nb::sig(keep_text(fmt::format("def {}(self, name: str | int) -> Named", kind.method))),
        "The element of this name or number; its fields are attributes.");
  }
  c.def(
      "names",
      [](const PyModel& m, const std::string& kind) {
        for (const NamedKind& k : named_kinds()) {
          if (kind != k.method) continue;
          std::vector<std::string> names = m.get().names(k.object);
          names.resize(static_cast<std::size_t>(size_of(m.get(), k.size)));
          return names;
        }
        std::string kinds;
        for (const NamedKind& k : named_kinds()) kinds += std::string(kinds.empty() ? "" : ", ") + k.method;
        throw nb::value_error(fmt::format("'{}' is none of {}", kind, kinds).c_str());
      },
      nb::arg("kind"), "Names of all elements of a kind, such as \"body\", by number; empty where there is none.");
}

struct PyStatistic {
  std::shared_ptr<ModelBox> box;
};

void bind_statistic(nb::module_& m) {
  nb::class_<PyStatistic> c(m, "Statistic", "Statistics of a model; those of a writable model can be set.");
  const auto number = [&c](const char* name, double Statistic::*member, const char* doc) {
    c.def_prop_rw(
        name, [member](const PyStatistic& s) { return s.box->model.stat.*member; },
        [name, member](PyStatistic& s, double value) {
          if (!s.box->writable)
            throw nb::attribute_error(
                fmt::format("stat.{} of a Model is read-only; that of model.writable() is not", name).c_str());
          s.box->model.stat.*member = value;
        },
        doc);
  };
  number("meaninertia", &Statistic::meaninertia, "mean diagonal of M in qpos0");
  number("meanmass", &Statistic::meanmass, "mean body mass");
  number("meansize", &Statistic::meansize, "mean body size");
  number("extent", &Statistic::extent, "spatial extent of the model");
  c.def_prop_ro("center", [](const PyStatistic& s) {
    return make_view(&s.box->model.stat.center, nb::dtype<double>(), {3}, s.box, s.box->writable);
  });
}

nb::bytes model_bytes(const PyModel& m) {
  const std::vector<std::byte> bytes = save_model(m.get());
  return nb::bytes(bytes.data(), bytes.size());
}

void bind_copies(nb::class_<PyModel>& c) {
  const auto copy = [](const PyModel& m) { return PyModel(Model(m.get()), m.box->writable); };
  c.def("__copy__", copy);
  c.def(
      "__deepcopy__", [copy](const PyModel& m, nb::handle) { return copy(m); }, nb::arg("memo"));
  c.def(
      "__getstate__", [](const PyModel& m) { return std::make_tuple(model_bytes(m), m.box->writable); },
      nb::sig("def __getstate__(self) -> typing.Any"));
  c.def(
      "__setstate__",
      [](PyModel& m, const std::tuple<nb::bytes, bool>& state) {
        const auto& [bytes, writable] = state;
        const std::span content(reinterpret_cast<const std::byte*>(bytes.c_str()), bytes.size());
        new (&m) PyModel(load_model(content, "<pickle>"), writable);
      },
      nb::sig("def __setstate__(self, state: typing.Any) -> None"));
}

}  // namespace

void bind_model(nb::module_& m) {
  bind_statistic(m);
  nb::class_<PyModel> c(m, "Model",
                        "Everything about a simulated system that does not change with time. Read-only, so that worlds "
                        "and threads can share it; writable() gives a copy whose numbers can be changed.");
  bind_fields(c);
  bind_names(c);
  bind_copies(c);
  c.def_prop_ro(
      "name", [](const PyModel& p) { return p.get().name; }, "name of the model");
  c.def_prop_ro(
      "opt",
      [](const PyModel& p) {
        return PyOption{&p.box->model.opt, p.box, p.box->writable};
      },
      "physics options");
  c.def_prop_ro(
      "stat", [](const PyModel& p) { return PyStatistic{p.box}; }, "statistics");
  bind_visual(m, c);
  c.def_prop_ro(
      "is_writable", [](const PyModel& p) { return p.box->writable; }, "numbers can be changed");
  c.def(
      "writable", [](const PyModel& p) { return PyModel(Model(p.get()), true); },
      "A copy whose options, real numbers and flags can be changed; the Data of this Model can be used with it. Call "
      "recompute_constants() after masses, sizes, poses or gains were changed. What the engine uses as an index stays "
      "read-only.");
  c.def(
      "recompute_constants",
      [](PyModel& p) {
        require_writable(p, "recompute_constants()");
        nb::gil_scoped_release release;
        recompute_constants(p.box->model);
      },
      "Brings all fields that follow from others up to date, as MuJoCo's mj_setConst does.");
  c.def(
      "save", [](const PyModel& p, const std::filesystem::path& path) { save_model(p.get(), path.string()); },
      nb::arg("path"), nb::sig("def save(self, path: str | os.PathLike[str]) -> None"),
      "Writes a compiled model, which corten.load reads quickly.");
  c.def("to_bytes", &model_bytes, "The compiled model as bytes, for corten.load_bytes.");
  c.def("__repr__", [](const PyModel& p) {
    const Model& model = p.get();
    return fmt::format("<corten.Model '{}': nq={}, nv={}, nu={}, nbody={}, ngeom={}>", model.name, model.nq, model.nv,
                       model.nu, model.nbody, model.ngeom);
  });
}

}  // namespace corten::python
