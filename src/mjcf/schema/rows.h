// How rows of the schema are written: Rows<Geom> rows(schema, "geom", "..."); rows("size", &Geom::size, "...").
//
// The type of a member gives the kind and number of values. `Object` is the type that the element fills.
#pragma once

#include <cmath>
#include <optional>
#include <string>
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

// ---- rows

template <class Object>
class Rows {
 public:
  Rows(Schema& schema, std::string id, std::string doc) : element_(schema.add(std::move(id), std::move(doc))) {
    element_.object_type = &typeid(Object);
    element_.make = [] { return std::static_pointer_cast<void>(std::make_shared<Object>()); };
  }

  // Numbers, text or words in a member.
  template <class Owner, class Member>
  Attribute& operator()(std::string name, Member Owner::*member, std::string doc) {
    if constexpr (std::is_same_v<Member, bool>) {
      return (*this)(std::move(name), member, bool_keywords(), std::move(doc));
    } else {
      return custom(
          std::move(name), Binding<Member>::shape(),
          [member](Object& object, const Value& value) { Binding<Member>::store(object.*member, value); },
          [member](const Object& object) { return Binding<Member>::load(object.*member); }, std::move(doc));
    }
  }

  // A keyword in an enum, int or bool member.
  template <class Owner, class Member>
  Attribute& operator()(std::string name, Member Owner::*member, const Keywords& keywords, std::string doc) {
    return custom(
        std::move(name), {ValueKind::kKeyword, 1, 1, &keywords},
        [member](Object& object, const Value& value) {
          object.*member = static_cast<Member>(static_cast<int>(value.numbers[0]));
        },
        [member](const Object& object) -> Value {
          return {{static_cast<double>(object.*member)}, {}, {}};
        },
        std::move(doc));
  }

  // Several keywords, combined bitwise in an int member.
  template <class Owner>
  Attribute& flags(std::string name, int Owner::*member, const Keywords& keywords, std::string doc) {
    Attribute& row = (*this)(std::move(name), member, keywords, std::move(doc));
    row.shape.kind = ValueKind::kFlags;
    return row;
  }

  // The name of a file.
  template <class Owner>
  Attribute& file(std::string name, std::string Owner::*member, std::string doc) {
    Attribute& row = (*this)(std::move(name), member, std::move(doc));
    row.shape.kind = ValueKind::kFile;
    return row.nodefault();
  }

  // Anything else: store(Object&, const Value&) and load(const Object&) -> Value.
  template <class Store, class Load>
  Attribute& custom(std::string name, ValueShape shape, Store store, Load load, std::string doc) {
    Attribute& row = add(std::move(name), shape, std::move(doc));
    row.store = [store](void* object, const Value& value) { store(*static_cast<Object*>(object), value); };
    row.load = [load](const void* object) { return load(*static_cast<const Object*>(object)); };
    return row;
  }
  // The same for a value that is only read.
  template <class Store>
  Attribute& input(std::string name, ValueShape shape, Store store, std::string doc) {
    Attribute& row = add(std::move(name), shape, std::move(doc));
    row.store = [store](void* object, const Value& value) { store(*static_cast<Object*>(object), value); };
    return row;
  }

  void child(std::string id, Cardinality cardinality = Cardinality::kAny) {
    element_.children.push_back({std::move(id), cardinality, nullptr});
  }
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
  Attribute& add(std::string name, ValueShape shape, std::string doc) {
    Attribute& row = element_.attributes.emplace_back();
    row.name = std::move(name);
    row.shape = shape;
    row.doc = std::move(doc);
    return row;
  }

  ElementType& element_;
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

// quat, axisangle, xyaxes, zaxis, euler of one Orientation
template <class Object>
void orientation_rows(Rows<Object>& rows, Orientation Object::*member) {
  using Kind = Orientation::Kind;
  // MuJoCo: a quaternion does not displace another form that comes from the default class.
  auto quat = [member](Object& o, const Value& v) { Binding<Quat>::store((o.*member).quat, v); };
  auto load_quat = [member](const Object& o) {
    return (o.*member).kind == Kind::kQuat ? Binding<Quat>::load((o.*member).quat) : Value{};
  };
  rows.custom("quat", Binding<Quat>::shape(), quat, load_quat, "Orientation as quaternion (w, x, y, z)").nonzero();
  auto other = [&rows, member]<class Part>(const char* name, Part Orientation::*part, Kind kind, const char* doc) {
    rows.custom(
        name, Binding<Part>::shape(),
        [member, part, kind](Object& o, const Value& v) {
          (o.*member).kind = kind;
          Binding<Part>::store((o.*member).*part, v);
        },
        [member, part, kind](const Object& o) {
          return (o.*member).kind == kind ? Binding<Part>::load((o.*member).*part) : Value{};
        },
        doc);
  };
  other("axisangle", &Orientation::axisangle, Kind::kAxisAngle, "Orientation as axis (x, y, z) and angle");
  other("xyaxes", &Orientation::xyaxes, Kind::kXyAxes, "Orientation by its x axis and a y axis made orthogonal to it");
  other("zaxis", &Orientation::zaxis, Kind::kZAxis, "Orientation by its z axis, with the smallest rotation");
  other("euler", &Orientation::euler, Kind::kEuler, "Orientation as three angles about the axes of compiler eulerseq");
  rows.exclusive({{"quat"}, {"axisangle"}, {"xyaxes"}, {"zaxis"}, {"euler"}});
}

}  // namespace corten::mjcf
