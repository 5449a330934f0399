// Data: all fields of data_fields.def as numpy views, contacts and constraint rows of the moment, elements by name;
// hooks, copies and pickles.
#include "corten/data.h"

#include <fmt/format.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <cstddef>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>

#include "corten/thread_pool.h"
#include "corten/warning.h"
#include "data_bytes.h"
#include "fields.h"
#include "named.h"
#include "objects.h"

namespace corten::python {

namespace {

void bind_fields(nb::class_<PyData>& c) {
  for (std::size_t i = 0; i < data_fields().size(); ++i) {
    const Field<Data>& f = data_fields()[i];
    c.def_prop_rw(
        f.name, [i](PyData& d) { return d.view(i); },
        [i, &f](PyData& d, const nb::object& value) {
          assign(d.view(i), nb::ellipsis(), value, std::string("data.") + f.name);
        },
        f.doc, nb::for_getter(nb::sig(keep_text(fmt::format("def {}(self) -> {}", f.name, annotation(f.type))))),
        nb::for_setter(nb::sig(keep_text(fmt::format("def {}(self, value: numpy.typing.ArrayLike) -> None", f.name)))));
  }
}

// The memory of these moves when a scene needs more: a view could outlive it, so what is given is a copy, read-only
// lest someone write into it.
nb::object copy_of(const void* memory, std::size_t bytes, nb::dlpack::dtype type,
                   const std::vector<std::size_t>& shape) {
  const std::shared_ptr<std::byte[]> copy(new std::byte[bytes > 0 ? bytes : 1]);
  if (bytes > 0) std::memcpy(copy.get(), memory, bytes);
  return make_view(copy.get(), type, shape, std::shared_ptr<void>(copy, copy.get()), false);
}

void bind_rows(nb::class_<PyData>& c) {
  for (const Field<Data>& f : row_fields()) {
    c.def_prop_ro(
        f.name,
        [&f](PyData& d) {
          const FieldMemory memory = f.memory(d.world->data);
          const auto n = static_cast<std::size_t>(memory.elements), w = static_cast<std::size_t>(f.width);
          const std::vector<std::size_t> shape = f.width == 1 ? std::vector{n} : std::vector{n, w};
          return copy_of(memory.data, n * w * f.type.bits / 8, f.type, shape);
        },
        f.doc, nb::sig(keep_text(fmt::format("def {}(self) -> {}", f.name, annotation(f.type)))));
  }
}

// numpy's description of a Contact.
nb::object contact_type() {
  nb::list names, formats, offsets;
  const auto add = [&](const char* name, const char* format, std::size_t offset) {
    names.append(name), formats.append(format), offsets.append(offset);
  };
#define CORTEN_MEMBER(name, format) add(#name, format, offsetof(Contact, name))
  CORTEN_MEMBER(dist, "f8");
  CORTEN_MEMBER(pos, "3f8");
  CORTEN_MEMBER(frame, "9f8");
  CORTEN_MEMBER(includemargin, "f8");
  CORTEN_MEMBER(friction, "5f8");
  CORTEN_MEMBER(solref, "2f8");
  CORTEN_MEMBER(solreffriction, "2f8");
  CORTEN_MEMBER(solimp, "5f8");
  CORTEN_MEMBER(mu, "f8");
  CORTEN_MEMBER(adhesion, "f8");
  CORTEN_MEMBER(dim, "i4");
  CORTEN_MEMBER(geom, "2i4");
  CORTEN_MEMBER(flex, "2i4");
  CORTEN_MEMBER(elem, "2i4");
  CORTEN_MEMBER(vert, "2i4");
  CORTEN_MEMBER(exclude, "i4");
  CORTEN_MEMBER(efc_address, "i4");
#undef CORTEN_MEMBER
  nb::dict description;
  description["names"] = names;
  description["formats"] = formats;
  description["offsets"] = offsets;
  description["itemsize"] = sizeof(Contact);
  return nb::module_::import_("numpy").attr("dtype")(description);
}

// What makes an array of contacts, looked up once: the type is the same every time. Never freed, as the interpreter may be
// gone by then.
struct ContactNumpy {
  nb::object frombuffer = nb::module_::import_("numpy").attr("frombuffer");
  nb::object recarray = nb::module_::import_("numpy").attr("recarray");
  nb::object type = contact_type();
};

nb::object contacts(PyData& d) {
  static const ContactNumpy* const numpy = new ContactNumpy;
  const auto& list = d.world->data.contact;
  const nb::bytes bytes(list.data(), list.size() * sizeof(Contact));
  return numpy->frombuffer(bytes, numpy->type).attr("view")(numpy->recarray);
}

nb::dict warnings(PyData& d) {
  static constexpr const char* kNames[kWarningCount] = {"inertia", "contactfull", "cnstrfull", "badqpos",
                                                        "badqvel", "badqacc",     "badctrl"};
  nb::dict counts;
  for (int w = 0; w < kWarningCount; ++w) counts[kNames[w]] = d.world->data.warning[static_cast<std::size_t>(w)].number;
  return counts;
}

void bind_values(nb::class_<PyData>& c) {
  c.def_prop_rw(
      "time", [](const PyData& d) { return d.world->data.time; },
      [](PyData& d, double time) { d.world->data.time = time; }, "simulated time");
  c.def_prop_ro(
      "energy", [](PyData& d) { return make_view(&d.world->data.energy, nb::dtype<double>(), {2}, d.world, true); },
      nb::sig("def energy(self) -> numpy.typing.NDArray[numpy.float64]"),
      "potential and kinetic energy, with the flag energy");
  const auto count = [&](const char* name, int DataValues::*member, const char* doc) {
    c.def_prop_ro(
        name, [member](const PyData& d) { return d.world->data.*member; }, doc);
  };
  c.def_prop_ro(
      "ncon", [](const PyData& d) { return d.world->data.contact.size(); }, "number of contacts");
  count("nefc", &DataValues::nefc, "number of constraint rows");
  count("ne", &DataValues::ne, "rows of equalities");
  count("nf", &DataValues::nf, "rows of friction");
  count("nl", &DataValues::nl, "rows of limits");
  count("nJ", &DataValues::nJ, "non-zeros of efc_J");
  count("nisland", &DataValues::nisland, "number of islands");
  count("nidof", &DataValues::nidof, "dofs in islands");
  c.def_prop_ro(
      "solver_niter",
      [](PyData& d) {
        const GrowArray<int>& n = d.world->data.solver_niter;
        const auto islands = static_cast<std::size_t>(n.size());
        return copy_of(n.data(), islands * sizeof(int), nb::dtype<int>(), {islands});
      },
      nb::sig("def solver_niter(self) -> numpy.typing.NDArray[numpy.int32]"), "iterations of the solver, by island");
  c.def_prop_ro(
      "solver_fwdinv",
      [](PyData& d) { return make_view(&d.world->data.solver_fwdinv, nb::dtype<double>(), {2}, d.world, false); },
      nb::sig("def solver_fwdinv(self) -> numpy.typing.NDArray[numpy.float64]"),
      "forward minus inverse dynamics: norms of the differences of constraint and applied force");
  c.def_prop_ro("contact", &contacts, nb::sig("def contact(self) -> numpy.recarray"),
                "Contacts of the moment as a structured array, a copy: contact.dist, contact.pos, contact[0].geom.");
  c.def_prop_ro("warnings", &warnings, nb::sig("def warnings(self) -> dict[str, int]"), "How often what went wrong.");
  c.def_prop_ro(
      "unstable", [](const PyData& d) { return d.world->data.unstable(); },
      "True since the numbers went bad, until the next reset.");
  c.def(
      "explain", [](const PyData& d) { return explain_instability(d.world->box->model, d.world->data); },
      "Why the world is unstable, in words with advice; empty if it is not.");
  c.def_prop_rw(
      "memory_limit", [](const PyData& d) { return d.world->data.memory_limit; },
      [](PyData& d, std::size_t bytes) { d.world->data.memory_limit = bytes; },
      "most bytes for contacts with their constraint rows");
  c.def_prop_rw(
      "threads", [](const PyData& d) { return d.world->data.threads; },
      [](PyData& d, std::shared_ptr<ThreadPool> pool) { d.world->data.threads = std::move(pool); },
      nb::for_setter(nb::arg("pool").none()), "ThreadPool that solves islands of one step at once, or None");
}

void bind_hooks(nb::class_<PyData>& c) {
  const auto hook = [&](const char* name, PyHooks::Kind kind, const char* type, const char* doc) {
    c.def_prop_rw(
        name, [kind](const PyData& d) { return d.hook(kind); },
        [kind](PyData& d, nb::object function) { d.set_hook(kind, std::move(function)); },
        nb::for_setter(nb::arg("function").none()), doc,
        nb::for_getter(nb::sig(keep_text(fmt::format("def {}(self) -> {} | None", name, type)))),
        nb::for_setter(nb::sig(keep_text(fmt::format("def {}(self, function: {} | None) -> None", name, type)))));
  };
  const char* two = "typing.Callable[[Model, Data], None]";
  hook("control", PyHooks::kControl, two,
       "function(model, data) that sets controls and applied forces inside each step, before actuation; or None");
  hook("passive", PyHooks::kPassive, two, "function(model, data) that adds to qfrc_passive inside each step; or None");
  hook("sensor_hook", PyHooks::kSensor, "typing.Callable[[Model, Data, int], None]",
       "function(model, data, stage) that writes the sensordata of user sensors; or None");
}

void bind_names(nb::class_<PyData>& c) {
  for (const NamedKind& kind : named_kinds()) {
    c.def(
        kind.method,
        [&kind](nb::object self, const nb::object& name) {
          const int id = resolve(nb::cast<PyData&>(self).world->box->model, kind, name);
          return Named{std::move(self), true, &kind, id};
        },
        nb::arg("name"), nb::sig(keep_text(fmt::format("def {}(self, name: str | int) -> Named", kind.method))),
        "The element of this name or number; its fields are attributes.");
  }
}

// Functions of a Data may refer to it: Python's collector must see through.
int traverse(PyObject* self, visitproc visit, void* arg) {
#if PY_VERSION_HEX >= 0x03090000
  Py_VISIT(Py_TYPE(self));
#endif
  if (!nb::inst_ready(self)) return 0;
  const PyData* data = nb::inst_ptr<PyData>(self);
  Py_VISIT(data->model.ptr());
  if (data->world && data->world->hooks) {
    for (const nb::object& f : data->world->hooks->function) Py_VISIT(f.ptr());
  }
  return 0;
}

int clear(PyObject* self) {
  if (!nb::inst_ready(self)) return 0;
  PyData* data = nb::inst_ptr<PyData>(self);
  if (data->world && data->world->hooks) {
    for (nb::object& f : data->world->hooks->function) nb::object(std::move(f));
  }
  return 0;
}

PyType_Slot slots[] = {
    {Py_tp_traverse, reinterpret_cast<void*>(traverse)}, {Py_tp_clear, reinterpret_cast<void*>(clear)}, {0, nullptr}};

void bind_copies(nb::class_<PyData>& c) {
  c.def("__copy__", [](const PyData& d) { return PyData(d); });
  c.def(
      "__deepcopy__", [](const PyData& d, nb::handle) { return PyData(d); }, nb::arg("memo"));
  c.def(
      "__getstate__",
      [](PyData& d) {
        const std::string bytes = to_bytes(d.world->data);
        return std::make_tuple(d.model, nb::bytes(bytes.data(), bytes.size()));
      },
      nb::sig("def __getstate__(self) -> typing.Any"));
  c.def(
      "__setstate__",
      [](PyData& d, const std::tuple<nb::object, nb::bytes>& state) {
        const auto& [model, bytes] = state;
        PyData fresh(model);
        from_bytes({bytes.c_str(), bytes.size()}, fresh.world->data);
        new (&d) PyData(fresh);
      },
      nb::sig("def __setstate__(self, state: typing.Any) -> None"));
}

}  // namespace

void bind_data(nb::module_& m) {
  nb::class_<ThreadPool>(m, "ThreadPool", "Workers that share the work of a step, or the worlds of a Batch.")
      .def(
          "__init__", [](ThreadPool* self, int threads) { new (self) ThreadPool(threads); }, nb::arg("threads") = 0)
      .def("__len__", &ThreadPool::size)
      .def_prop_ro("size", &ThreadPool::size, "number of threads, the caller's included");

  nb::class_<PyData> c(m, "Data", nb::type_slots(slots),
                       "One world of a Model: its state and inputs, and everything computed from them.");
  c.def(
      "__init__",
      [](PyData* self, const nb::object& model) {
        if (!nb::isinstance<PyModel>(model)) throw nb::type_error("Data(model): the argument must be a corten.Model");
        new (self) PyData(model);
      },
      nb::arg("model"), nb::sig("def __init__(self, model: Model) -> None"));
  bind_fields(c);
  bind_rows(c);
  bind_values(c);
  bind_hooks(c);
  bind_names(c);
  bind_copies(c);
  c.def_prop_ro(
      "model", [](const PyData& d) { return d.model; }, nb::sig("def model(self) -> Model"),
      "the Model that it was made for");
  c.def("__repr__", [](const PyData& d) {
    const Data& data = d.world->data;
    return fmt::format("<corten.Data of '{}': time={:g}, ncon={}, nefc={}>", d.world->box->model.name, data.time,
                       data.contact.size(), data.nefc);
  });
}

}  // namespace corten::python
