// The reference page of MJCF, made from the schema: one section per element, parents before children.
#include <set>

#include "mjcf/schema/schema.h"

namespace corten::mjcf {

namespace {

std::string count_text(const ValueShape& shape, const std::string& one, const std::string& many) {
  if (shape.max_count == 1) return one;
  if (shape.max_count == kUnbounded) return many;
  const std::string most = std::to_string(shape.max_count) + " " + many;
  return shape.min_count == shape.max_count ? most : std::to_string(shape.min_count) + " to " + most;
}

std::string type_text(const ValueShape& shape) {
  switch (shape.kind) {
    case ValueKind::kDouble:
    case ValueKind::kFloat:
      return count_text(shape, "number", "numbers");
    case ValueKind::kInt:
      return count_text(shape, "integer", "integers");
    case ValueKind::kKeyword:
    case ValueKind::kFlags: {
      std::string words = shape.kind == ValueKind::kFlags ? "any of " : "";
      const std::size_t start = words.size();
      for (const Keyword& keyword : *shape.keywords)
        words += (words.size() > start ? ", " : "") + std::string(keyword.word);
      return words;
    }
    case ValueKind::kText:
      return "text";
    case ValueKind::kWords:
      return "words";
    case ValueKind::kFile:
      return "file";
  }
  return {};
}

std::string default_text(const Attribute& attribute, const void* object) {
  if (attribute.is_required) return "required";
  if (!attribute.load || !object) return "";
  return format_value(attribute.shape, attribute.load(object));
}

class Page {
 public:
  void add(const ElementType& type) {
    if (!done_.insert(&type).second) return;
    const std::size_t slash = type.id.rfind('/');
    const std::string parent = slash == std::string::npos ? "" : " in " + type.id.substr(0, slash);
    text_ += "\n## " + type.tag + parent + "\n\n" + type.doc + ".\n";
    add_attributes(type);
    add_rules(type);
    if (type.children.empty()) return;
    text_ += "\nChildren:";
    for (const Child& child : type.children) text_ += " `" + child.type->tag + "`";
    text_ += "\n";
    if (type.id == "default") return;  // the elements have their own sections
    for (const Child& child : type.children) add(*child.type);
  }
  const std::string& text() const { return text_; }

 private:
  void add_attributes(const ElementType& type) {
    if (type.attributes.empty()) return;
    const bool has_defaults = Schema::instance().elements().contains("default/" + type.tag);
    text_ += "\n| attribute | value | default | meaning |\n|---|---|---|---|\n";
    const auto object = type.make ? type.make() : nullptr;
    for (const Attribute& attribute : type.attributes) {
      text_ += "| " + attribute.name + " | " + type_text(attribute.shape) + " | " +
               default_text(attribute, object.get()) + " | " + attribute.doc;
      if (!attribute.limits.empty()) text_ += " (" + attribute.limits + ")";
      if (has_defaults && !attribute.in_default) text_ += "; not in default classes";
      text_ += " |\n";
    }
  }

  void add_rules(const ElementType& type) {
    for (const PresenceRule& rule : type.rules) {
      std::string list;
      for (const auto& bundle : rule.bundles) {
        std::string names;
        for (const std::string& name : bundle) names += (names.empty() ? "" : " + ") + name;
        list += (list.empty() ? "" : ", ") + names;
      }
      const char* meaning = rule.kind == PresenceRule::Kind::kExclusive  ? "At most one of"
                            : rule.kind == PresenceRule::Kind::kTogether ? "All or none of"
                                                                         : "At least one of";
      text_ += "\n" + std::string(meaning) + ": " + list + ".\n";
    }
  }

  std::set<const ElementType*> done_;
  std::string text_ = "# MJCF reference\n\nThe elements and attributes that the reader accepts.\n";
};

}  // namespace

std::string schema_reference() {
  Page page;
  page.add(Schema::instance().root());
  return page.text();
}

}  // namespace corten::mjcf
