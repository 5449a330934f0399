// How rows of the schema are written: Rows<Geom> rows(schema, "geom", "..."); rows("size", &Geom::size, "...").
//
// The type of a member gives the kind and number of values. `Object` is the type that the element fills.
#pragma once

#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "corten/spec.h"
#include "mjcf/schema/schema.h"

namespace corten::mjcf {

// ---- members as values

template <class T>
concept Number = std::is_same_v<T, double> || std::is_same_v<T, float> || std::is_same_v<T, int>;

// Vec, IntVec, FloatVec, Vec3, Quat: a fixed number of numbers.
template <class T>
concept NumberArray = requires(T array) {
  {T::size()};
  array[0];
}
&&!requires(T array) { array.push_back(array[0]); };

template <Number T>
constexpr ValueKind number_kind() {
  if (std::is_same_v<T, int>) return ValueKind::kInt;
  return std::is_same_v<T, float> ? ValueKind::kFloat : ValueKind::kDouble;
}

template <class T>
struct Binding;

template <Number T>
struct Binding<T> {
  static ValueShape shape() { return {number_kind<T>()}; }
  static void store(T& member, const Value& value) { member = static_cast<T>(value.numbers[0]); }
  static Value load(const T& member) { return {{static_cast<double>(member)}, {}, {}}; }
};

template <NumberArray T>
struct Binding<T> {
  using Item = std::remove_cvref_t<decltype(std::declval<T>()[0])>;
  static ValueShape shape() { return {number_kind<Item>(), T::size(), T::size()}; }
  static void store(T& member, const Value& value) {
    for (int i = 0; i < static_cast<int>(value.numbers.size()); ++i) member[i] = static_cast<Item>(value.numbers[i]);
  }
  static Value load(const T& member) {
    Value value;
    for (int i = 0; i < T::size(); ++i) value.numbers.push_back(member[i]);
    return value;
  }
};

template <Number T>
struct Binding<std::vector<T>> {
  static ValueShape shape() { return {number_kind<T>(), 0, kUnbounded}; }
  static void store(std::vector<T>& member, const Value& value) {
    member.assign(value.numbers.begin(), value.numbers.end());
  }
  static Value load(const std::vector<T>& member) { return {{member.begin(), member.end()}, {}, {}}; }
};

// MuJoCo: a value that is not a number stands for "not given".
template <class T>
struct Binding<std::optional<T>> {
  static ValueShape shape() { return Binding<T>::shape(); }
  static void store(std::optional<T>& member, const Value& value) {
    member.reset();
    if (!value.numbers.empty() && std::isnan(value.numbers[0])) return;
    Binding<T>::store(member.emplace(), value);
  }
  static Value load(const std::optional<T>& member) { return member ? Binding<T>::load(*member) : Value{}; }
};

template <>
struct Binding<std::string> {
  static ValueShape shape() { return {ValueKind::kText}; }
  static void store(std::string& member, const Value& value) { member = value.text; }
  static Value load(const std::string& member) { return {{}, member, {}}; }
};

template <>
struct Binding<std::vector<std::string>> {
  static ValueShape shape() { return {ValueKind::kWords}; }
  static void store(std::vector<std::string>& member, const Value& value) { member = value.words; }
  static Value load(const std::vector<std::string>& member) { return {{}, {}, member}; }
};

const Keywords& bool_keywords();

// Keywords in an enum, int or bool.
template <class T>
struct KeywordBinding {
  static void store(T& member, const Value& value) { member = static_cast<T>(static_cast<int>(value.numbers[0])); }
  static Value load(const T& member) { return {{static_cast<double>(member)}, {}, {}}; }
};

// How values get into a member and out of it. It knows the type of the member alone, not the object: a function per row
// instead of one per type would take minutes to compile.
struct MemberAccess {
  void (*store)(void* member, const Value& value);
  Value (*load)(const void* member);
};
template <class T, class Way = Binding<T>>
constexpr MemberAccess access_to() {
  return {[](void* member, const Value& value) { Way::store(*static_cast<T*>(member), value); },
          [](const void* member) { return Way::load(*static_cast<const T*>(member)); }};
}

// ---- rows

// What rows do that does not depend on the type of the object.
Attribute& add_row(ElementType& element, std::string_view name, ValueShape shape, std::string_view doc);
Attribute& add_row(ElementType& element, std::string_view name, ValueShape shape, std::string_view doc,
                   std::ptrdiff_t offset, MemberAccess access);
void add_child(ElementType& element, std::string_view id, Cardinality cardinality);

template <class Object>
class Rows {
 public:
  Rows(Schema& schema, std::string id, std::string doc) : element_(schema.add(std::move(id), std::move(doc))) {
    element_.object_type = &typeid(Object);
    element_.make = [] { return std::static_pointer_cast<void>(std::make_shared<Object>()); };
  }

  // Rows of a part of the object.
  template <class Part>
  Rows<Part> part(Part Object::*member) {
    return Rows<Part>(element_, offset_of(member));
  }

  // Numbers, text or words in a member.
  template <class Owner, class Member>
  Attribute& operator()(std::string_view name, Member Owner::*member, std::string_view doc) {
    if constexpr (std::is_same_v<Member, bool>) {
      return (*this)(name, member, bool_keywords(), doc);
    } else {
      return add_row(element_, name, Binding<Member>::shape(), doc, offset_of(member), access_to<Member>());
    }
  }

  // A keyword in an enum, int or bool member.
  template <class Owner, class Member>
  Attribute& operator()(std::string_view name, Member Owner::*member, const Keywords& keywords, std::string_view doc) {
    return add_row(element_, name, {ValueKind::kKeyword, 1, 1, &keywords}, doc, offset_of(member),
                   access_to<Member, KeywordBinding<Member>>());
  }

  // A member that is stored and loaded in its own way.
  template <class Owner, class Member>
  Attribute& operator()(std::string_view name, Member Owner::*member, ValueShape shape, MemberAccess access,
                        std::string_view doc) {
    return add_row(element_, name, shape, doc, offset_of(member), access);
  }

  // Several keywords, combined bitwise in an int member.
  template <class Owner>
  Attribute& flags(std::string_view name, int Owner::*member, const Keywords& keywords, std::string_view doc) {
    Attribute& row = (*this)(name, member, keywords, doc);
    row.shape.kind = ValueKind::kFlags;
    return row;
  }

  // The name of a file.
  template <class Owner>
  Attribute& file(std::string_view name, std::string Owner::*member, std::string_view doc) {
    Attribute& row = (*this)(name, member, doc);
    row.shape.kind = ValueKind::kFile;
    return row.nodefault();
  }

  // Anything else: store(Object&, const Value&) and load(const Object&) -> Value.
  template <class Store, class Load>
  Attribute& custom(std::string_view name, ValueShape shape, Store store, Load load, std::string_view doc) {
    Attribute& row = add_row(element_, name, shape, doc);
    row.store = [store](void* object, const Value& value) { store(*static_cast<Object*>(object), value); };
    row.load = [load](const void* object) { return load(*static_cast<const Object*>(object)); };
    return row;
  }
  // The same for a value that is only read.
  template <class Store>
  Attribute& input(std::string_view name, ValueShape shape, Store store, std::string_view doc) {
    Attribute& row = add_row(element_, name, shape, doc);
    row.store = [store](void* object, const Value& value) { store(*static_cast<Object*>(object), value); };
    return row;
  }

  void child(std::string_view id, Cardinality cardinality = Cardinality::kAny) { add_child(element_, id, cardinality); }
  void children(const std::vector<std::string>& ids) {
    for (const std::string& id : ids) child(id);
  }
  void rule(PresenceRule::Kind kind, std::vector<std::vector<std::string>> bundles) {
    element_.rules.push_back({kind, std::move(bundles)});
  }
  void exclusive(std::vector<std::vector<std::string>> bundles) {
    rule(PresenceRule::Kind::kExclusive, std::move(bundles));
  }
  void together(std::vector<std::vector<std::string>> bundles) {
    rule(PresenceRule::Kind::kTogether, std::move(bundles));
  }
  void one_of(std::vector<std::vector<std::string>> bundles) { rule(PresenceRule::Kind::kOneOf, std::move(bundles)); }
  ElementType& element() { return element_; }

 private:
  template <class>
  friend class Rows;
  Rows(ElementType& element, std::ptrdiff_t origin) : element_(element), origin_(origin) {}

  // How far the member lies from the start of the element's object.
  template <class Owner, class Member>
  std::ptrdiff_t offset_of(Member Owner::*member) const {
    static const Object object{};
    return origin_ + (reinterpret_cast<const char*>(&(object.*member)) - reinterpret_cast<const char*>(&object));
  }

  ElementType& element_;
  std::ptrdiff_t origin_ = 0;  // of a part within the element's object
};

// An element without attributes that groups others.
struct Group {};

// ---- groups of rows that several elements share

// name and class of an element that has defaults
template <class Object>
void named_rows(Rows<Object>& rows) {
  rows("name", &Object::name, "Name, unique among elements of this kind").nodefault();
}
template <class Object>
void classed_rows(Rows<Object>& rows) {
  named_rows(rows);
  rows("class", &Object::classname, "Default class that supplies the attributes not given here").nodefault();
}

// One form of an Orientation. MuJoCo: a quaternion does not displace another form that comes from the default class.
template <Orientation::Kind kind, auto part>
struct OrientationBinding {
  using Part = std::remove_cvref_t<decltype(std::declval<Orientation>().*part)>;
  static void store(Orientation& orientation, const Value& value) {
    if (kind != Orientation::Kind::kQuat) orientation.kind = kind;
    Binding<Part>::store(orientation.*part, value);
  }
  static Value load(const Orientation& orientation) {
    return orientation.kind == kind ? Binding<Part>::load(orientation.*part) : Value{};
  }
};

// quat, axisangle, xyaxes, zaxis, euler of one Orientation
template <class Object>
void orientation_rows(Rows<Object>& rows, Orientation Object::*member) {
  using Kind = Orientation::Kind;
  auto add = [&]<class Form>(const char* name, Form, const char* doc) -> Attribute& {
    return rows(name, member, Binding<typename Form::Part>::shape(), access_to<Orientation, Form>(), doc);
  };
  add("quat", OrientationBinding<Kind::kQuat, &Orientation::quat>{}, "Orientation as quaternion (w, x, y, z)")
      .nonzero();
  add("axisangle", OrientationBinding<Kind::kAxisAngle, &Orientation::axisangle>{},
      "Orientation as axis (x, y, z) and angle");
  add("xyaxes", OrientationBinding<Kind::kXyAxes, &Orientation::xyaxes>{},
      "Orientation by its x axis and a y axis made orthogonal to it");
  add("zaxis", OrientationBinding<Kind::kZAxis, &Orientation::zaxis>{},
      "Orientation by its z axis, with the smallest rotation");
  add("euler", OrientationBinding<Kind::kEuler, &Orientation::euler>{},
      "Orientation as three angles about the axes of compiler eulerseq");
  rows.exclusive({{"quat"}, {"axisangle"}, {"xyaxes"}, {"zaxis"}, {"euler"}});
}

}  // namespace corten::mjcf
