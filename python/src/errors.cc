// Trouble in Python's own terms: LoadError with all diagnostics, warnings through `warnings`.
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <mutex>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "corten/error.h"
#include "corten/warning.h"
#include "load.h"
#include "objects.h"

namespace corten::python {

namespace {

// The classes are Python's: corten/errors.py.
nb::object class_of(const char* name) { return nb::module_::import_("corten.errors").attr(name); }

// Told by steps without the interpreter lock, from any thread.
std::mutex waiting_mutex;
std::vector<std::string> waiting;

nb::list to_list(const Diagnostics& diagnostics) {
  nb::list list;
  for (const Diagnostic& d : diagnostics.list()) list.append(nb::cast(d));
  return list;
}

void translate(const std::exception_ptr& thrown, void*) {
  try {
    std::rethrow_exception(thrown);
  } catch (const LoadError& error) {
    const nb::object type = class_of("LoadError");
    const nb::object instance = type(nb::str(error.what()), to_list(error.diagnostics()));
    PyErr_SetObject(type.ptr(), instance.ptr());
  }
}

void warn(const char* category, const std::string& text) {
  if (PyErr_WarnEx(class_of(category).ptr(), text.c_str(), 1) != 0) nb::raise_python_error();
}

}  // namespace

void warn_about(const Diagnostics& diagnostics) {
  for (const Diagnostic& d : diagnostics.list()) {
    if (d.severity == Severity::kWarning) warn("LoadWarning", d.text());
  }
}

void refuse_errors(const Diagnostics& diagnostics) {
  if (diagnostics.has_errors()) throw LoadError(diagnostics);
  warn_about(diagnostics);
}

void tell_warnings() {
  std::vector<std::string> texts;
  {
    const std::lock_guard lock(waiting_mutex);
    if (waiting.empty()) return;
    texts.swap(waiting);
  }
  for (const std::string& text : texts) warn("SimulationWarning", text);
}

void bind_errors(nb::module_& m) {
  nb::class_<Diagnostic>(m, "Diagnostic", "One problem of a model: where, what is wrong, and what would be right.")
      .def_prop_ro("severity", [](const Diagnostic& d) { return d.severity == Severity::kError ? "error" : "warning"; })
      .def_prop_ro("file", [](const Diagnostic& d) { return d.where.file; })
      .def_prop_ro("line", [](const Diagnostic& d) { return d.where.line; })
      .def_ro("element", &Diagnostic::element, "XML tag")
      .def_ro("name", &Diagnostic::name, "name of the element, empty if it has none")
      .def_ro("message", &Diagnostic::message, "what is wrong")
      .def_ro("hint", &Diagnostic::hint, "what would be right")
      .def("__getstate__",
           [](const Diagnostic& d) {
             return std::make_tuple(d.severity == Severity::kError, d.where.file, d.where.line, d.element, d.name,
                                    d.message, d.hint);
           })
      .def("__setstate__",
           [](Diagnostic& d,
              const std::tuple<bool, std::string, int, std::string, std::string, std::string, std::string>& state) {
             const auto& [error, file, line, element, name, message, hint] = state;
             new (&d)
                 Diagnostic{error ? Severity::kError : Severity::kWarning, {file, line}, element, name, message, hint};
           })
      .def("__str__", &Diagnostic::text)
      .def("__repr__", [](const Diagnostic& d) { return "<Diagnostic " + d.text() + ">"; });

  nb::register_exception_translator(translate);

  set_warning_handler([](const WarningMessage& message) {
    const std::lock_guard lock(waiting_mutex);
    waiting.push_back(message.text);
  });
}

}  // namespace corten::python
