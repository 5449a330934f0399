// A choice given as its enum, its number or its name in any case.
#pragma once

#include <fmt/format.h>
#include <nanobind/nanobind.h>

#include <string>

namespace corten::python {

// Throws ValueError that lists the choices.
template <class T>
T to_choice(nanobind::handle value, const std::string& label) {
  namespace nb = nanobind;
  const nb::object type = nb::borrow(nb::type<T>());
  try {
    if (nb::isinstance<nb::str>(value)) return nb::cast<T>(type[nb::str(nb::object(value.attr("upper")()))]);
    return nb::cast<T>(type(value));
  } catch (nb::python_error&) {
    std::string choices;
    for (nb::handle h : type) {
      const nb::object name = h.attr("name").attr("lower")();
      choices += std::string(choices.empty() ? "" : ", ") + nb::str(name).c_str();
    }
    throw nb::value_error(fmt::format("{}: {} is none of {}", label, nb::repr(value).c_str(), choices).c_str());
  }
}

}  // namespace corten::python
