// Numbers are read as in MJCF; they must also be finite, since nothing in URDF means "not given".
#include "mjcf/schema/value.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "mjcf/urdf/urdf.h"

namespace corten::mjcf {

void UrdfValues::error(const XmlElement& xml, const XmlElement& owner, std::string message, std::string hint) const {
  diagnostics_.error(tree_.where(xml), xml.tag, owner.value("name"), std::move(message), std::move(hint));
}

void UrdfValues::warning(const XmlElement& xml, const XmlElement& owner, std::string message, std::string hint) const {
  diagnostics_.warning(tree_.where(xml), xml.tag, owner.value("name"), std::move(message), std::move(hint));
}

const XmlElement* UrdfValues::find_child(const XmlElement& xml, std::string_view tag) {
  for (const XmlElement& child : xml.children) {
    if (child.tag == tag) return &child;
  }
  return nullptr;
}

const XmlElement* UrdfValues::require_child(const XmlElement& xml, std::string_view tag,
                                            const XmlElement& owner) const {
  const XmlElement* child = find_child(xml, tag);
  if (!child) error(xml, owner, "<" + std::string(tag) + "> is missing");
  return child;
}

bool UrdfValues::read(const XmlElement& xml, const char* attribute, int count, double* out,
                      const XmlElement& owner) const {
  const std::string* text = xml.find(attribute);
  if (!text || is_blank(*text)) return false;
  Value value;
  std::string hint;
  std::string problem = parse_value({ValueKind::kDouble, count, count}, *text, value, hint);
  if (problem.empty() && !std::ranges::all_of(value.numbers, [](double x) { return std::isfinite(x); })) {
    problem = "must be finite";
  }
  if (!problem.empty()) {
    error(xml, owner, "attribute '" + std::string(attribute) + "': " + problem, hint);
    return false;
  }
  std::ranges::copy(value.numbers, out);
  return true;
}

bool UrdfValues::require(const XmlElement& xml, const char* attribute, int count, double* out,
                         const XmlElement& owner) const {
  const std::string* text = xml.find(attribute);
  if (text && !is_blank(*text)) return read(xml, attribute, count, out, owner);
  error(xml, owner, "attribute '" + std::string(attribute) + "' is missing");
  return false;
}

std::string UrdfValues::require_text(const XmlElement& xml, const char* attribute, const XmlElement& owner) const {
  std::string text = xml.value(attribute);
  if (text.empty()) error(xml, owner, "attribute '" + std::string(attribute) + "' is missing");
  return text;
}

void UrdfValues::read_origin(const XmlElement& xml, Vec3& pos, Orientation& orientation,
                             const XmlElement& owner) const {
  const XmlElement* origin = find_child(xml, "origin");
  if (!origin) return;
  read(*origin, "xyz", 3, pos.data(), owner);
  if (!read(*origin, "rpy", 3, orientation.euler.data(), owner)) return;
  if (orientation.euler != Vec3{}) orientation.kind = Orientation::Kind::kEuler;
}

}  // namespace corten::mjcf
