// The table as a whole: rows, links between parents and children, default classes.
#include "mjcf/schema/schema.h"

#include <algorithm>
#include <cassert>

#include "mjcf/read/xml_tree.h"
#include "mjcf/schema/rows.h"

namespace corten::mjcf {

namespace {

std::string number_text(double number) { return format_value({ValueKind::kDouble}, {{number}, {}, {}}); }

}  // namespace

Attribute& Attribute::checked(std::string text, std::function<std::string(const Value&)> function) {
  limits += (limits.empty() ? "" : ", ") + std::move(text);
  if (check) {
    function = [first = check, second = std::move(function)](const Value& value) {
      const std::string problem = first(value);
      return problem.empty() ? second(value) : problem;
    };
  }
  check = std::move(function);
  return *this;
}

Attribute& Attribute::at_least(double limit) {
  const std::string text = "at least " + number_text(limit);
  return checked(text, [=](const Value& v) { return v.numbers[0] < limit ? "must be " + text : std::string{}; });
}

Attribute& Attribute::at_most(double limit) {
  const std::string text = "at most " + number_text(limit);
  return checked(text, [=](const Value& v) { return v.numbers[0] > limit ? "must be " + text : std::string{}; });
}

Attribute& Attribute::above(double limit) {
  const std::string text = "greater than " + number_text(limit);
  return checked(text, [=](const Value& v) { return v.numbers[0] <= limit ? "must be " + text : std::string{}; });
}

Attribute& Attribute::nonzero() {
  return checked("not all zero", [](const Value& v) {
    const bool zero = std::all_of(v.numbers.begin(), v.numbers.end(), [](double x) { return x == 0; });
    return zero ? std::string("must not be all zero") : std::string{};
  });
}

Attribute& Attribute::in_order() {
  const Keywords& keywords = *shape.keywords;
  return checked("in this order", [&keywords](const Value& v) -> std::string {
    std::size_t next = 0;
    for (const Keyword& keyword : keywords) {
      if (next < v.words.size() && v.words[next] == keyword.word) ++next;
    }
    if (next == v.words.size()) return {};
    std::string order;
    for (const Keyword& keyword : keywords) order += std::string(" ") + keyword.word;
    return "keywords must be in the order" + order;
  });
}

const Attribute* ElementType::find(std::string_view attribute) const {
  const auto found = std::find_if(attributes.begin(), attributes.end(),
                                  [&](const auto& a) { return is_same_attribute(a.name, attribute); });
  return found == attributes.end() ? nullptr : &*found;
}

const Child* ElementType::find_child(std::string_view child_tag) const {
  const auto found =
      std::find_if(children.begin(), children.end(), [&](const Child& c) { return c.type->tag == child_tag; });
  return found == children.end() ? nullptr : &*found;
}

const Schema& Schema::instance() {
  static const Schema schema;
  return schema;
}

Schema::Schema() {
  add_settings(*this);
  add_visual(*this);
  add_assets(*this);
  add_bodies(*this);
  add_body_elements(*this);
  add_composite(*this);
  add_flex(*this);
  add_constraints(*this);
  add_tendons(*this);
  add_actuators(*this);
  add_sensors(*this);
  add_custom(*this);
  link();
}

const ElementType& Schema::at(std::string_view id) const {
  const auto found = elements_.find(id);
  assert(found != elements_.end());
  return found->second;
}

ElementType& Schema::add(std::string id, std::string doc) {
  ElementType& element = elements_[id];
  element.tag = id.substr(id.rfind('/') + 1);
  element.id = std::move(id);
  element.doc = std::move(doc);
  return element;
}

ElementType& Schema::add_default(std::string_view id, std::string tag) {
  const ElementType& source = at(id);
  if (tag.empty()) tag = source.tag;
  ElementType& element = add("default/" + tag, "Defaults of <" + tag + ">");
  element.object_type = source.object_type;
  element.make = source.make;
  for (const Attribute& attribute : source.attributes) {
    if (attribute.in_default) element.attributes.push_back(attribute);
  }
  // A rule says something about the defaults if all of its attributes can be given there.
  for (const PresenceRule& rule : source.rules) {
    bool applies = rule.kind == PresenceRule::Kind::kExclusive;
    for (const auto& bundle : rule.bundles) {
      for (const std::string& name : bundle) applies &= element.find(name) != nullptr;
    }
    if (applies) element.rules.push_back(rule);
  }
  return element;
}

void Schema::link() {
  for (auto& [id, element] : elements_) {
    for (Child& child : element.children) child.type = &at(child.id);
  }
}

Attribute& add_row(ElementType& element, std::string_view name, ValueShape shape, std::string_view doc) {
  Attribute& row = element.attributes.emplace_back();
  row.name = name;
  row.shape = shape;
  row.doc = doc;
  return row;
}

Attribute& add_row(ElementType& element, std::string_view name, ValueShape shape, std::string_view doc,
                   std::ptrdiff_t offset, MemberAccess access) {
  Attribute& row = add_row(element, name, shape, doc);
  row.store = [=](void* object, const Value& value) { access.store(static_cast<char*>(object) + offset, value); };
  row.load = [=](const void* object) { return access.load(static_cast<const char*>(object) + offset); };
  return row;
}

void add_child(ElementType& element, std::string_view id, Cardinality cardinality) {
  element.children.push_back({std::string(id), cardinality, nullptr});
}

const Keywords& bool_keywords() {
  static const Keywords keywords = {{"false", 0}, {"true", 1}};
  return keywords;
}

}  // namespace corten::mjcf
