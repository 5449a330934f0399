// Options of a Model or Spec, straight from option_fields.def: numbers, vectors as numpy views, choices by name.
#include "option.h"

#include <fmt/format.h>
#include <nanobind/eval.h>
#include <nanobind/stl/string.h>

#include <memory>
#include <string>
#include <utility>

#include "choice.h"
#include "fields.h"
#include "objects.h"

namespace corten::python {

namespace {

template <class T>
struct IsVector : std::false_type {};
template <int N>
struct IsVector<Vec<N>> : std::true_type {};
template <>
struct IsVector<Vec3> : std::true_type {};

void require_writable(const PyOption& o, const char* name) {
  if (o.writable) return;
  throw nb::attribute_error(
      fmt::format("opt.{}: a Model is read-only; model.writable() is a copy that is not", name).c_str());
}

template <class T, T Option::*Member>
nb::object get(PyOption& o) {
  T& value = o.option->*Member;
  if constexpr (IsVector<T>::value) {
    return make_view(&value, nb::dtype<double>(), {static_cast<std::size_t>(T::size())}, o.owner, o.writable);
  } else {
    return nb::cast(value);
  }
}

template <class T, T Option::*Member>
void set(PyOption& o, const nb::object& value, const char* name) {
  require_writable(o, name);
  if constexpr (IsVector<T>::value) {
    assign(get<T, Member>(o), nb::ellipsis(), value, std::string("opt.") + name);
  } else if constexpr (std::is_enum_v<T>) {
    o.option->*Member = to_choice<T>(value, std::string("opt.") + name);
  } else {
    T number{};
    if (!nb::try_cast(value, number) &&
        !(std::is_same_v<T, int> && PyIndex_Check(value.ptr()) && nb::try_cast(nb::object(nb::int_(value)), number)))
      throw nb::type_error(
          fmt::format("opt.{} is {}", name, std::is_same_v<T, int> ? "an integer" : "a number").c_str());
    o.option->*Member = number;
  }
}

template <class T>
std::string python_type() {
  if constexpr (IsVector<T>::value) return annotation(nb::dtype<double>());
  if constexpr (std::is_same_v<T, Integrator>) return "Integrator";
  if constexpr (std::is_same_v<T, Cone>) return "Cone";
  if constexpr (std::is_same_v<T, Jacobian>) return "Jacobian";
  if constexpr (std::is_same_v<T, Solver>) return "Solver";
  if constexpr (std::is_same_v<T, Formulation>) return "Formulation";
  if constexpr (std::is_same_v<T, RestitutionLaw>) return "RestitutionLaw";
  return std::is_same_v<T, int> ? "int" : "float";
}

template <class T, T Option::*Member>
void bind(nb::class_<PyOption>& c, const char* name, const char* doc) {
  // nanobind keeps the pointers
  static const std::string getter = fmt::format("def {}(self) -> {}", name, python_type<T>());
  static const std::string setter = fmt::format("def {}(self, value: {}) -> None", name,
                                                std::is_enum_v<T>    ? python_type<T>() + " | int | str"
                                                : IsVector<T>::value ? "numpy.typing.ArrayLike"
                                                                     : python_type<T>());
  c.def_prop_rw(
      name, &get<T, Member>, [name](PyOption& o, const nb::object& value) { set<T, Member>(o, value, name); }, doc,
      nb::for_getter(nb::sig(getter.c_str())), nb::for_setter(nb::sig(setter.c_str())));
}

nb::dict to_dict(nb::handle self) {
  nb::dict values;
#define CORTEN_OPTION(kind, type, name, initial, unit, merge, doc) values[#name] = self.attr(#name);
#include "corten/option_fields.def"
#undef CORTEN_OPTION
  return values;
}

}  // namespace

void bind_option(nb::module_& m) {
  nb::class_<PyOption> c(m, "Option", "Physics options. Those of a Model can be set on model.writable().");
#define CORTEN_OPTION(kind, type, name, initial, unit, merge, doc) bind<type, &Option::name>(c, #name, doc);
#include "corten/option_fields.def"
#undef CORTEN_OPTION
  c.def("to_dict", &to_dict, nb::sig("def to_dict(self) -> dict[str, typing.Any]"), "All options by name.");
  c.def(
      "__repr__",
      [](nb::handle self) {
        return nb::str("Option({})")
            .attr("format")(
                nb::str(", ").attr("join")(nb::eval("lambda d: [f'{k}={v}' for k, v in d.items()]")(to_dict(self))));
      },
      nb::sig("def __repr__(self) -> str"));
}

}  // namespace corten::python
