// The attributes of each kind of element in one table: how its members become Python values, and back.
#include "spec_element.h"

#include <fmt/format.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <functional>
#include <optional>
#include <type_traits>

#include "choice.h"

namespace corten::python {

namespace {

// ---- values

template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};
template <class T>
struct IsList : std::false_type {};
template <class T>
struct IsList<std::vector<T>> : std::true_type {};

template <class Number>
nb::object numbers(const Number* from, std::size_t count) {
  const std::shared_ptr<Number[]> copy(new Number[count > 0 ? count : 1]);
  if (count > 0) std::memcpy(copy.get(), from, count * sizeof(Number));
  return make_view(copy.get(), nb::dtype<Number>(), {count}, std::shared_ptr<void>(copy, copy.get()), false);
}

template <class T>
nb::object to_python(const T& value) {
  if constexpr (std::is_same_v<T, Tristate>) {
    return value == Tristate::kAuto ? nb::none() : nb::object(nb::bool_(value == Tristate::kTrue));
  } else if constexpr (std::is_enum_v<T> || std::is_arithmetic_v<T> || std::is_same_v<T, std::string>) {
    return nb::cast(value);
  } else if constexpr (IsOptional<T>::value) {
    return value ? to_python(*value) : nb::none();
  } else if constexpr (IsList<T>::value) {
    return numbers(value.data(), value.size());
  } else {
    using Number = std::remove_cvref_t<decltype(value[0])>;
    Number copy[static_cast<std::size_t>(T::size())];
    for (int i = 0; i < T::size(); ++i) copy[i] = value[i];
    return numbers(copy, static_cast<std::size_t>(T::size()));
  }
}

[[noreturn]] void refuse(const std::string& name, const std::string& wanted) {
  throw nb::type_error(fmt::format("{}: {}", name, wanted).c_str());
}

template <class Number>
std::vector<Number> to_numbers(nb::handle value, const std::string& name) {
  try {
    return nb::cast<std::vector<Number>>(nb::module_::import_("numpy").attr("ravel")(value).attr("tolist")());
  } catch (const std::bad_cast&) {
    refuse(name, "must be numbers");
  }
}

template <class T>
void from_python(T& target, nb::handle value, const std::string& name) {
  if constexpr (std::is_same_v<T, Tristate>) {
    if (value.is_none()) {
      target = Tristate::kAuto;
    } else if (PyBool_Check(value.ptr())) {
      target = value.ptr() == Py_True ? Tristate::kTrue : Tristate::kFalse;
    } else {
      refuse(name, "True, False, or None for automatic");
    }
  } else if constexpr (std::is_enum_v<T>) {
    target = to_choice<T>(value, name);
  } else if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>) {
    if (!nb::try_cast(value, target)) refuse(name, std::is_arithmetic_v<T> ? "must be a number" : "must be a string");
  } else if constexpr (IsOptional<T>::value) {
    if (value.is_none()) {
      target.reset();
    } else {
      typename T::value_type inner{};
      from_python(inner, value, name);
      target = inner;
    }
  } else if constexpr (IsList<T>::value) {
    target = to_numbers<typename T::value_type>(value, name);
  } else {
    using Number = std::remove_cvref_t<decltype(target[0])>;
    const std::vector<Number> given = to_numbers<Number>(value, name);
    // MJCF: the first numbers of a size, friction, ... may be given alone
    if (given.empty() || given.size() > static_cast<std::size_t>(T::size()))
      throw nb::value_error(fmt::format("{} has {} numbers, not {}", name, T::size(), given.size()).c_str());
    for (std::size_t i = 0; i < given.size(); ++i) target[static_cast<int>(i)] = given[i];
  }
}

// ---- tables

template <class T>
struct Attribute {
  const char* name;
  std::function<nb::object(const T&)> get;
  std::function<void(T&, nb::handle, const std::string&)> set;
};

template <class T, class Base, class V>
Attribute<T> member(const char* name, V Base::*pointer) {
  return {name, [pointer](const T& e) { return to_python(e.*pointer); },
          [pointer](T& e, nb::handle value, const std::string& label) { from_python(e.*pointer, value, label); }};
}

// One of the ways to write an orientation; None is read where another way was used.
template <class T, class V>
Attribute<T> turned(const char* name, V Orientation::*pointer, Orientation::Kind kind) {
  return {name,
          [pointer, kind](const T& e) {
            return e.orientation.kind == kind ? to_python(e.orientation.*pointer) : nb::none();
          },
          [pointer, kind](T& e, nb::handle value, const std::string& label) {
            Orientation next;
            next.kind = kind;
            from_python(next.*pointer, value, label);
            e.orientation = next;
          }};
}

template <class T>
void add_orientation(std::vector<Attribute<T>>& table) {
  using Kind = Orientation::Kind;
  table.push_back(turned<T>("quat", &Orientation::quat, Kind::kQuat));
  table.push_back(turned<T>("axisangle", &Orientation::axisangle, Kind::kAxisAngle));
  table.push_back(turned<T>("xyaxes", &Orientation::xyaxes, Kind::kXyAxes));
  table.push_back(turned<T>("zaxis", &Orientation::zaxis, Kind::kZAxis));
  table.push_back(turned<T>("euler", &Orientation::euler, Kind::kEuler));
}

// Mass properties that are given, not computed from geoms. None: they are computed.
template <class V>
Attribute<Body> inertial(const char* name, V Inertial::*pointer) {
  return {name, [pointer](const Body& b) { return b.inertial ? to_python((*b.inertial).*pointer) : nb::none(); },
          [pointer](Body& b, nb::handle value, const std::string& label) {
            if (!b.inertial) b.inertial.emplace();
            from_python((*b.inertial).*pointer, value, label);
          }};
}

#define CORTEN_ATTRIBUTE(name) member<Type>(#name, &Type::name)

template <class T>
struct Table;

template <>
struct Table<Body> {
  using Type = Body;
  static std::vector<Attribute<Type>> make() {
    std::vector<Attribute<Type>> t = {CORTEN_ATTRIBUTE(name),  CORTEN_ATTRIBUTE(childclass), CORTEN_ATTRIBUTE(pos),
                                      CORTEN_ATTRIBUTE(mocap), CORTEN_ATTRIBUTE(gravcomp),   CORTEN_ATTRIBUTE(user)};
    t.push_back(inertial("mass", &Inertial::mass));
    t.push_back(inertial("ipos", &Inertial::pos));
    t.push_back(inertial("diaginertia", &Inertial::diaginertia));
    t.push_back(inertial("fullinertia", &Inertial::fullinertia));
    add_orientation(t);
    return t;
  }
};

template <>
struct Table<Joint> {
  using Type = Joint;
  static std::vector<Attribute<Type>> make() {
    return {CORTEN_ATTRIBUTE(name),
            CORTEN_ATTRIBUTE(type),
            CORTEN_ATTRIBUTE(group),
            CORTEN_ATTRIBUTE(pos),
            CORTEN_ATTRIBUTE(axis),
            CORTEN_ATTRIBUTE(springdamper),
            CORTEN_ATTRIBUTE(limited),
            CORTEN_ATTRIBUTE(actfrclimited),
            CORTEN_ATTRIBUTE(solref_limit),
            CORTEN_ATTRIBUTE(solimp_limit),
            CORTEN_ATTRIBUTE(solref_friction),
            CORTEN_ATTRIBUTE(solimp_friction),
            CORTEN_ATTRIBUTE(stiffness),
            CORTEN_ATTRIBUTE(range),
            CORTEN_ATTRIBUTE(actfrcrange),
            CORTEN_ATTRIBUTE(margin),
            CORTEN_ATTRIBUTE(ref),
            CORTEN_ATTRIBUTE(springref),
            CORTEN_ATTRIBUTE(armature),
            CORTEN_ATTRIBUTE(damping),
            CORTEN_ATTRIBUTE(frictionloss),
            CORTEN_ATTRIBUTE(user)};
  }
};

template <>
struct Table<Geom> {
  using Type = Geom;
  static std::vector<Attribute<Type>> make() {
    std::vector<Attribute<Type>> t = {
        CORTEN_ATTRIBUTE(name),        CORTEN_ATTRIBUTE(type),   CORTEN_ATTRIBUTE(contype),
        CORTEN_ATTRIBUTE(conaffinity), CORTEN_ATTRIBUTE(condim), CORTEN_ATTRIBUTE(group),
        CORTEN_ATTRIBUTE(priority),    CORTEN_ATTRIBUTE(size),   CORTEN_ATTRIBUTE(material),
        CORTEN_ATTRIBUTE(friction),    CORTEN_ATTRIBUTE(mass),   CORTEN_ATTRIBUTE(density),
        CORTEN_ATTRIBUTE(solmix),      CORTEN_ATTRIBUTE(solref), CORTEN_ATTRIBUTE(solimp),
        CORTEN_ATTRIBUTE(margin),      CORTEN_ATTRIBUTE(gap),    CORTEN_ATTRIBUTE(adhesion),
        CORTEN_ATTRIBUTE(fromto),      CORTEN_ATTRIBUTE(pos),    CORTEN_ATTRIBUTE(hfield),
        CORTEN_ATTRIBUTE(mesh),        CORTEN_ATTRIBUTE(rgba),   CORTEN_ATTRIBUTE(user)};
    add_orientation(t);
    return t;
  }
};

template <>
struct Table<Site> {
  using Type = Site;
  static std::vector<Attribute<Type>> make() {
    std::vector<Attribute<Type>> t = {CORTEN_ATTRIBUTE(name),     CORTEN_ATTRIBUTE(type), CORTEN_ATTRIBUTE(group),
                                      CORTEN_ATTRIBUTE(pos),      CORTEN_ATTRIBUTE(size), CORTEN_ATTRIBUTE(fromto),
                                      CORTEN_ATTRIBUTE(material), CORTEN_ATTRIBUTE(rgba), CORTEN_ATTRIBUTE(user)};
    add_orientation(t);
    return t;
  }
};

template <>
struct Table<Camera> {
  using Type = Camera;
  static std::vector<Attribute<Type>> make() {
    std::vector<Attribute<Type>> t = {CORTEN_ATTRIBUTE(name), CORTEN_ATTRIBUTE(pos),        CORTEN_ATTRIBUTE(fovy),
                                      CORTEN_ATTRIBUTE(ipd),  CORTEN_ATTRIBUTE(resolution), CORTEN_ATTRIBUTE(target),
                                      CORTEN_ATTRIBUTE(user)};
    add_orientation(t);
    return t;
  }
};

template <>
struct Table<Light> {
  using Type = Light;
  static std::vector<Attribute<Type>> make() {
    return {CORTEN_ATTRIBUTE(name),    CORTEN_ATTRIBUTE(pos),        CORTEN_ATTRIBUTE(dir),
            CORTEN_ATTRIBUTE(active),  CORTEN_ATTRIBUTE(castshadow), CORTEN_ATTRIBUTE(ambient),
            CORTEN_ATTRIBUTE(diffuse), CORTEN_ATTRIBUTE(specular),   CORTEN_ATTRIBUTE(target)};
  }
};

template <>
struct Table<Mesh> {
  using Type = Mesh;
  static std::vector<Attribute<Type>> make() {
    return {CORTEN_ATTRIBUTE(name),   CORTEN_ATTRIBUTE(file),       CORTEN_ATTRIBUTE(scale),
            CORTEN_ATTRIBUTE(refpos), CORTEN_ATTRIBUTE(refquat),    CORTEN_ATTRIBUTE(vertex),
            CORTEN_ATTRIBUTE(face),   CORTEN_ATTRIBUTE(maxhullvert)};
  }
};

template <>
struct Table<Material> {
  using Type = Material;
  static std::vector<Attribute<Type>> make() {
    return {CORTEN_ATTRIBUTE(name),     CORTEN_ATTRIBUTE(rgba),      CORTEN_ATTRIBUTE(emission),
            CORTEN_ATTRIBUTE(specular), CORTEN_ATTRIBUTE(shininess), CORTEN_ATTRIBUTE(reflectance),
            CORTEN_ATTRIBUTE(metallic), CORTEN_ATTRIBUTE(roughness)};
  }
};

template <>
struct Table<Tendon> {
  using Type = Tendon;
  static std::vector<Attribute<Type>> make() {
    return {CORTEN_ATTRIBUTE(name),     CORTEN_ATTRIBUTE(group),        CORTEN_ATTRIBUTE(limited),
            CORTEN_ATTRIBUTE(range),    CORTEN_ATTRIBUTE(frictionloss), CORTEN_ATTRIBUTE(springlength),
            CORTEN_ATTRIBUTE(margin),   CORTEN_ATTRIBUTE(stiffness),    CORTEN_ATTRIBUTE(damping),
            CORTEN_ATTRIBUTE(armature), CORTEN_ATTRIBUTE(width),        CORTEN_ATTRIBUTE(rgba),
            CORTEN_ATTRIBUTE(user)};
  }
};

template <>
struct Table<Equality> {
  using Type = Equality;
  static std::vector<Attribute<Type>> make() {
    return {CORTEN_ATTRIBUTE(name),        CORTEN_ATTRIBUTE(type),    CORTEN_ATTRIBUTE(active),
            CORTEN_ATTRIBUTE(solref),      CORTEN_ATTRIBUTE(solimp),  CORTEN_ATTRIBUTE(name1),
            CORTEN_ATTRIBUTE(name2),       CORTEN_ATTRIBUTE(anchor),  CORTEN_ATTRIBUTE(relpose),
            CORTEN_ATTRIBUTE(torquescale), CORTEN_ATTRIBUTE(polycoef)};
  }
};

template <>
struct Table<Actuator> {
  using Type = Actuator;
  static std::vector<Attribute<Type>> make() {
    return {CORTEN_ATTRIBUTE(name),        CORTEN_ATTRIBUTE(group),        CORTEN_ATTRIBUTE(delay),
            CORTEN_ATTRIBUTE(ctrllimited), CORTEN_ATTRIBUTE(forcelimited), CORTEN_ATTRIBUTE(actlimited),
            CORTEN_ATTRIBUTE(ctrlrange),   CORTEN_ATTRIBUTE(forcerange),   CORTEN_ATTRIBUTE(actrange),
            CORTEN_ATTRIBUTE(lengthrange), CORTEN_ATTRIBUTE(gear),         CORTEN_ATTRIBUTE(damping),
            CORTEN_ATTRIBUTE(armature),    CORTEN_ATTRIBUTE(cranklength),  CORTEN_ATTRIBUTE(target),
            CORTEN_ATTRIBUTE(dynprm),      CORTEN_ATTRIBUTE(gainprm),      CORTEN_ATTRIBUTE(biasprm),
            CORTEN_ATTRIBUTE(user)};
  }
};

template <>
struct Table<Sensor> {
  using Type = Sensor;
  static std::vector<Attribute<Type>> make() {
    return {CORTEN_ATTRIBUTE(name),    CORTEN_ATTRIBUTE(type),     CORTEN_ATTRIBUTE(objname),
            CORTEN_ATTRIBUTE(refname), CORTEN_ATTRIBUTE(cutoff),   CORTEN_ATTRIBUTE(noise),
            CORTEN_ATTRIBUTE(delay),   CORTEN_ATTRIBUTE(interval), CORTEN_ATTRIBUTE(user)};
  }
};

template <>
struct Table<Key> {
  using Type = Key;
  static std::vector<Attribute<Type>> make() {
    return {CORTEN_ATTRIBUTE(name), CORTEN_ATTRIBUTE(time), CORTEN_ATTRIBUTE(qpos), CORTEN_ATTRIBUTE(qvel),
            CORTEN_ATTRIBUTE(act),  CORTEN_ATTRIBUTE(ctrl), CORTEN_ATTRIBUTE(mpos), CORTEN_ATTRIBUTE(mquat)};
  }
};

template <class T>
const std::vector<Attribute<T>>& table() {
  static const std::vector<Attribute<T>> attributes = Table<T>::make();
  return attributes;
}

template <class T>
const Attribute<T>& find_attribute(const std::string& name) {
  nb::list names;
  for (const Attribute<T>& a : table<T>()) {
    if (name == a.name) return a;
    names.append(a.name);
  }
  const nb::object close = nb::module_::import_("difflib").attr("get_close_matches")(name, names);
  std::string hint;
  for (nb::handle h : close) hint += (hint.empty() ? "; did you mean " : ", ") + nb::cast<std::string>(h);
  throw nb::attribute_error(
      fmt::format("no attribute '{}'{}", name, hint.empty() ? "; dir() lists what there is" : hint + "?").c_str());
}

template <class T>
void set_members(T& element, const nb::kwargs& attributes) {
  for (auto [key, value] : attributes) {
    const std::string name = nb::cast<std::string>(key);
    find_attribute<T>(name).set(element, value, name);
  }
}

// ---- elements

// Calls visit(element) for all elements of one kind in the order of the file, until it returns true.
template <class T, class Visit>
bool each(Body& body, std::vector<T> Body::*list, const Visit& visit) {
  for (T& element : body.*list) {
    if (visit(element)) return true;
    if constexpr (std::is_same_v<T, Body>) {
      if (each(element, list, visit)) return true;
    }
  }
  if constexpr (!std::is_same_v<T, Body>) {
    for (Body& child : body.bodies) {
      if (each(child, list, visit)) return true;
    }
  }
  return false;
}
template <class T, class Visit>
bool each(std::vector<T>& list, const Visit& visit) {
  for (T& element : list) {
    if (visit(element)) return true;
  }
  return false;
}

template <class Visit>
bool each(Spec& spec, SpecKind kind, const Visit& visit) {
  switch (kind) {
    case SpecKind::kBody:
      return visit(spec.world) || each(spec.world, &Body::bodies, visit);
    case SpecKind::kJoint:
      return each(spec.world, &Body::joints, visit);
    case SpecKind::kGeom:
      return each(spec.world, &Body::geoms, visit);
    case SpecKind::kSite:
      return each(spec.world, &Body::sites, visit);
    case SpecKind::kCamera:
      return each(spec.world, &Body::cameras, visit);
    case SpecKind::kLight:
      return each(spec.world, &Body::lights, visit);
    case SpecKind::kMesh:
      return each(spec.meshes, visit);
    case SpecKind::kMaterial:
      return each(spec.materials, visit);
    case SpecKind::kTendon:
      return each(spec.tendons, visit);
    case SpecKind::kEquality:
      return each(spec.equalities, visit);
    case SpecKind::kActuator:
      return each(spec.actuators, visit);
    case SpecKind::kSensor:
      return each(spec.sensors, visit);
    case SpecKind::kKey:
      return each(spec.keys, visit);
  }
  return false;
}

const char* name_of(SpecKind kind) { return spec_kinds()[static_cast<std::size_t>(kind)].name; }

std::string shown_name(const SpecElement& e) {
  return e.name.empty() ? fmt::format("{} {}", name_of(e.kind), e.number)
                        : fmt::format("{} '{}'", name_of(e.kind), e.name);
}

// Calls act(element) for the element, wherever it is now.
template <class Act>
void with(const SpecElement& e, const Act& act) {
  int number = 0;
  const bool found = each(*e.spec, e.kind, [&](auto& element) {
    const bool is_world = static_cast<const void*>(&element) == &e.spec->world;
    const bool here = e.name.empty() ? number++ == e.number : (is_world ? e.name == "world" : element.name == e.name);
    if (here) act(element);
    return here;
  });
  if (!found) throw nb::key_error(fmt::format("the spec has no {} any more", shown_name(e)).c_str());
}

nb::object get_attribute(const SpecElement& e, const std::string& name) {
  nb::object result;
  with(e, [&](auto& element) { result = find_attribute<std::remove_cvref_t<decltype(element)>>(name).get(element); });
  return result;
}

void set_attribute(SpecElement& e, const std::string& name, const nb::object& value) {
  if (name == "name" && nb::isinstance<nb::str>(value) && nb::len(value) == 0)
    throw nb::value_error(fmt::format("{}.name: a name cannot be taken away, only changed", shown_name(e)).c_str());
  with(e, [&](auto& element) {
    find_attribute<std::remove_cvref_t<decltype(element)>>(name).set(element, value, shown_name(e) + "." + name);
    if (name == "name" && !e.name.empty()) e.name = element.name;
  });
}

std::vector<std::string> attribute_names(const SpecElement& e) {
  std::vector<std::string> names;
  try {
    with(e, [&](auto& element) {
      for (const auto& a : table<std::remove_cvref_t<decltype(element)>>()) names.emplace_back(a.name);
    });
  } catch (const nb::builtin_exception&) {  // the element is gone; dir() has nothing to list then
  }
  return names;
}

}  // namespace

void SpecElement::set_all(Body& element, const nb::kwargs& attributes) { set_members(element, attributes); }
void SpecElement::set_all(Joint& element, const nb::kwargs& attributes) { set_members(element, attributes); }
void SpecElement::set_all(Geom& element, const nb::kwargs& attributes) { set_members(element, attributes); }
void SpecElement::set_all(Site& element, const nb::kwargs& attributes) { set_members(element, attributes); }

const std::vector<SpecKindName>& spec_kinds() {
#define CORTEN_KIND(kind, name) \
  { SpecKind::kind, #name, "def " #name "(self, name: str | int) -> SpecElement" }
  static const std::vector<SpecKindName> kinds = {CORTEN_KIND(kBody, body),
                                                  CORTEN_KIND(kJoint, joint),
                                                  CORTEN_KIND(kGeom, geom),
                                                  CORTEN_KIND(kSite, site),
                                                  CORTEN_KIND(kCamera, camera),
                                                  CORTEN_KIND(kLight, light),
                                                  CORTEN_KIND(kMesh, mesh),
                                                  CORTEN_KIND(kMaterial, material),
                                                  CORTEN_KIND(kTendon, tendon),
                                                  CORTEN_KIND(kEquality, equality),
                                                  CORTEN_KIND(kActuator, actuator),
                                                  CORTEN_KIND(kSensor, sensor),
                                                  CORTEN_KIND(kKey, key)};
#undef CORTEN_KIND
  return kinds;
}

SpecKind kind_named(const std::string& name) {
  std::string all;
  for (const SpecKindName& k : spec_kinds()) {
    if (name == k.name) return k.kind;
    all += std::string(all.empty() ? "" : ", ") + k.name;
  }
  throw nb::value_error(fmt::format("'{}' is none of {}", name, all).c_str());
}

bool has_element(Spec& spec, SpecKind kind, const std::string& name) {
  if (kind == SpecKind::kBody && name == "world") return true;
  return each(spec, kind, [&](auto& element) { return element.name == name; });
}

std::vector<std::string> element_names(Spec& spec, SpecKind kind) {
  std::vector<std::string> names;
  each(spec, kind, [&](auto& element) {
    names.push_back(static_cast<const void*>(&element) == &spec.world ? "world" : element.name);
    return false;
  });
  return names;
}

SpecElement find_element(const std::shared_ptr<Spec>& spec, SpecKind kind, const nb::object& name_or_number) {
  if (nb::isinstance<nb::str>(name_or_number)) {
    const std::string name = nb::cast<std::string>(name_or_number);
    if (!name.empty() && has_element(*spec, kind, name)) return {spec, kind, name, -1};
    const nb::object close =
        nb::module_::import_("difflib").attr("get_close_matches")(name, nb::cast(element_names(*spec, kind)));
    std::string hint;
    for (nb::handle h : close) hint += (hint.empty() ? "; did you mean '" : "', '") + nb::cast<std::string>(h);
    throw nb::key_error(
        fmt::format("the spec has no {} '{}'{}", name_of(kind), name, hint.empty() ? "" : hint + "'?").c_str());
  }
  if (!PyIndex_Check(name_or_number.ptr()))
    throw nb::type_error(fmt::format("a {} is chosen by its name or its number", name_of(kind)).c_str());
  const Py_ssize_t number = PyNumber_AsSsize_t(name_or_number.ptr(), nullptr);
  const std::vector<std::string> names = element_names(*spec, kind);
  if (number < 0 || number >= static_cast<Py_ssize_t>(names.size()))
    throw nb::index_error(
        fmt::format("there is no {} {}; the spec has {}", name_of(kind), number, names.size()).c_str());
  return {spec, kind, names[static_cast<std::size_t>(number)], static_cast<int>(number)};
}

void bind_spec_element(nb::module_& m) {
  nb::class_<SpecElement>(m, "SpecElement", "One element of a Spec; its attributes are those of MJCF.")
      .def("__getattr__", &get_attribute, nb::sig("def __getattr__(self, name: str) -> typing.Any"))
      .def("__setattr__", &set_attribute, nb::sig("def __setattr__(self, name: str, value: typing.Any) -> None"))
      .def("__dir__", &attribute_names)
      .def("__repr__", [](const SpecElement& e) { return "<" + shown_name(e) + " of a Spec>"; });
}

}  // namespace corten::python
