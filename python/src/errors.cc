// Trouble in Python's own terms: LoadError with all diagnostics, warnings through `warnings`.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "corten/error.h"
#include "corten/warning.h"
#include "load.h"
#include "objects.h"

namespace corten::python {

namespace {

// Python's classes; they live as long as the interpreter.
PyObject* load_error = nullptr;
PyObject* load_warning = nullptr;
PyObject* simulation_warning = nullptr;

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
    nb::object instance = nb::borrow(load_error)(nb::str(error.what()));
    instance.attr("diagnostics") = to_list(error.diagnostics());
    PyErr_SetObject(load_error, instance.ptr());
  }
}

PyObject* new_class(nb::module_& m, const char* name, const char* doc, PyObject* base) {
  const std::string full = std::string("corten.") + name;
  PyObject* type = PyErr_NewExceptionWithDoc(full.c_str(), doc, base, nullptr);
  if (type == nullptr) nb::raise_python_error();
  m.attr(name) = nb::borrow(type);
  return type;
}

void warn(PyObject* category, const std::string& text) {
  if (PyErr_WarnEx(category, text.c_str(), 1) != 0) nb::raise_python_error();
}

}  // namespace

void warn_about(const Diagnostics& diagnostics) {
  for (const Diagnostic& d : diagnostics.list()) {
    if (d.severity == Severity::kWarning) warn(load_warning, d.text());
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
  for (const std::string& text : texts) warn(simulation_warning, text);
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
      .def("__str__", &Diagnostic::text)
      .def("__repr__", [](const Diagnostic& d) { return "<Diagnostic " + d.text() + ">"; });

  load_error =
      new_class(m, "LoadError", "A model cannot be used; `diagnostics` lists every problem found.", PyExc_ValueError);
  nb::borrow(load_error).attr("diagnostics") = nb::make_tuple();
  load_warning = new_class(m, "LoadWarning", "Something in a model that can be used all the same.", PyExc_UserWarning);
  simulation_warning = new_class(m, "SimulationWarning",
                                 "Numerical trouble while stepping, told once per Data and kind.", PyExc_UserWarning);
  nb::register_exception_translator(translate);

  set_warning_handler([](const WarningMessage& message) {
    const std::lock_guard lock(waiting_mutex);
    waiting.push_back(message.text);
  });
}

}  // namespace corten::python
