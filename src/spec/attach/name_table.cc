// Which names a Spec has, by kind.
#include "spec/attach/name_table.h"

#include <algorithm>

#include "spec/query.h"

namespace corten {

namespace {

template <class T>
void add_list(NameTable& table, Object kind, const std::vector<T>& list) {
  for (const T& element : list) table.add(kind, element.name);
}

}  // namespace

NameTable::NameTable(const Spec& spec) {
  add(Object::kBody, "world");
  add_tree(spec.world);
  add_list(*this, Object::kMesh, spec.meshes);
  add_list(*this, Object::kHfield, spec.hfields);
  add_list(*this, Object::kSkin, spec.skins);
  add_list(*this, Object::kTexture, spec.textures);
  add_list(*this, Object::kMaterial, spec.materials);
  add_list(*this, Object::kFlex, spec.flexes);
  add_list(*this, Object::kPair, spec.pairs);
  add_list(*this, Object::kExclude, spec.excludes);
  add_list(*this, Object::kEquality, spec.equalities);
  add_list(*this, Object::kTendon, spec.tendons);
  add_list(*this, Object::kActuator, spec.actuators);
  add_list(*this, Object::kSensor, spec.sensors);
  add_list(*this, Object::kNumeric, spec.numerics);
  add_list(*this, Object::kText, spec.texts);
  add_list(*this, Object::kTuple, spec.tuples);
  add_list(*this, Object::kKey, spec.keys);
  add_list(*this, Object::kPlugin, spec.plugins);
  for (const FlexComp& flexcomp : spec.flexcomps) add_flexcomp(flexcomp.name);
}

int NameTable::index(Object kind) {
  const int i = static_cast<int>(kind == Object::kXBody ? Object::kBody : kind);
  return i >= 0 && i < kObjectCount ? i : 0;  // frames and classes are never referred to by elements
}

void NameTable::add(Object kind, const std::string& name) {
  if (!name.empty()) names_[index(kind)].insert(name);
}

void NameTable::add_flexcomp(const std::string& name) {
  add(Object::kFlex, name);
  flexcomps_.push_back(name + "_");
}

void NameTable::add_tree(const Body& root) {
  visit_bodies(root, [this](const Body& body) {
    add(Object::kBody, body.name);
    visit_elements(body, [this](Object kind, const Element& element) { add(kind, element.name); });
  });
}

bool NameTable::contains(Object kind, const std::string& name) const {
  const int i = index(kind);
  return names_[i].contains(name) || (i == static_cast<int>(Object::kBody) && is_flex_body(name));
}

bool NameTable::any_numbered(const std::string& separator, std::size_t digits) const {
  const auto numbered = [&](const std::string& name) {
    if (name.size() < separator.size() + digits) return false;
    const std::size_t number = name.size() - digits;
    return name.find_first_not_of("0123456789", number) == std::string::npos &&
           name.compare(number - separator.size(), separator.size(), separator) == 0;
  };
  return std::any_of(std::begin(names_), std::end(names_),
                     [&](const auto& set) { return std::any_of(set.begin(), set.end(), numbered); });
}

bool NameTable::is_flex_body(const std::string& name) const {
  return std::any_of(flexcomps_.begin(), flexcomps_.end(), [&](const std::string& prefix) {
    return name.size() > prefix.size() && name.starts_with(prefix) &&
           name.find_first_not_of("0123456789_", prefix.size()) == std::string::npos;
  });
}

}  // namespace corten
