// One recursive walk that reports everything that can be said without looking at values.
#include <algorithm>
#include <map>

#include "base/text.h"
#include "mjcf/schema/schema.h"

namespace corten::mjcf {

namespace {

class Validator {
 public:
  Validator(const XmlTree& tree, Diagnostics& diagnostics) : tree_(tree), diagnostics_(diagnostics) {}

  // `in_frame`: inside <frame> or <replicate>.
  void check(const XmlElement& xml, const ElementType& type, bool in_frame);

 private:
  void check_attributes(const XmlElement& xml, const ElementType& type, bool in_frame);
  void check_rule(const XmlElement& xml, const PresenceRule& rule);
  void check_children(const XmlElement& xml, const ElementType& type, bool in_frame);
  void report(const XmlElement& xml, std::string message, std::string hint, bool is_error = true) {
    diagnostics_.add({is_error ? Severity::kError : Severity::kWarning, tree_.where(xml), xml.tag, xml.value("name"),
                      std::move(message), std::move(hint)});
  }

  const XmlTree& tree_;
  Diagnostics& diagnostics_;
};

void Validator::check(const XmlElement& xml, const ElementType& type, bool in_frame) {
  in_frame = in_frame || type.id == "frame" || type.id == "replicate";
  check_attributes(xml, type, in_frame);
  for (const PresenceRule& rule : type.rules) check_rule(xml, rule);
  check_children(xml, type, in_frame);
}

void Validator::check_attributes(const XmlElement& xml, const ElementType& type, bool in_frame) {
  for (const auto& [name, text] : xml.attributes) {
    if (is_extension(name) && xml.find(name) != &text) {
      report(xml, "attribute '" + name + "' is given twice", "corten: and cortenforge: mean the same: keep one");
    }
    if (type.find(name)) continue;
    std::vector<std::string> known;
    for (const Attribute& attribute : type.attributes) known.push_back(attribute.name);
    std::string hint = did_you_mean(name, known);
    if (hint.empty() && type.id == "worldbody") hint = "<worldbody> takes none";
    // MuJoCo: names of attributes are not checked anywhere inside frames and replicates. Extensions of MJCF are.
    const bool ignored = in_frame && !is_extension(name);
    if (ignored) hint += (hint.empty() ? "" : " ") + std::string("it is ignored");
    report(xml, "unknown attribute '" + name + "'", hint, !ignored);
  }
  for (const Attribute& attribute : type.attributes) {
    if (!attribute.is_required) continue;
    const std::string* text = xml.find(attribute.name);
    if (!text || (attribute.shape.numeric() && is_blank(*text))) {
      report(xml, "attribute '" + attribute.name + "' is missing", attribute.doc);
    }
  }
}

std::string list_bundles(const std::vector<std::vector<std::string>>& bundles) {
  std::string list;
  for (const auto& bundle : bundles) {
    if (!list.empty()) list += ", ";
    for (std::size_t i = 0; i < bundle.size(); ++i) list += (i > 0 ? "+" : "") + bundle[i];
  }
  return list;
}

void Validator::check_rule(const XmlElement& xml, const PresenceRule& rule) {
  std::size_t present = 0, complete = 0;
  for (const auto& bundle : rule.bundles) {
    const auto given = [&](const std::string& name) { return xml.find(name) != nullptr; };
    present += std::any_of(bundle.begin(), bundle.end(), given);
    complete += std::all_of(bundle.begin(), bundle.end(), given);
  }
  const std::string list = list_bundles(rule.bundles);
  switch (rule.kind) {
    case PresenceRule::Kind::kExclusive:
      if (present > 1) report(xml, "attributes exclude each other: " + list, "give one of them only");
      break;
    case PresenceRule::Kind::kTogether:
      if (present != 0 && present != rule.bundles.size()) report(xml, "attributes belong together: " + list, "");
      break;
    case PresenceRule::Kind::kOneOf:
      if (complete == 0) report(xml, "one of these is missing: " + list, "");
      break;
  }
}

void Validator::check_children(const XmlElement& xml, const ElementType& type, bool in_frame) {
  std::map<const Child*, int> counts;
  for (const XmlElement& xml_child : xml.children) {
    const Child* child = type.find_child(xml_child.tag);
    if (!child) {
      std::vector<std::string> known;
      for (const Child& c : type.children) known.push_back(c.type->tag);
      report(xml_child, "unknown element <" + xml_child.tag + "> in <" + xml.tag + ">",
             did_you_mean(xml_child.tag, known));
      continue;
    }
    if (++counts[child] == 2 && child->cardinality == Cardinality::kAtMostOne) {
      report(xml_child, "<" + xml.tag + "> can have one <" + xml_child.tag + "> only", "");
    }
    check(xml_child, *child->type, in_frame);
  }
}

}  // namespace

void validate(const XmlTree& tree, Diagnostics& diagnostics) {
  Validator(tree, diagnostics).check(tree.root, Schema::instance().root(), false);
}

}  // namespace corten::mjcf
