// Attributes of URDF elements, with a diagnostic for what is missing or malformed.
#pragma once

#include <string>
#include <string_view>

#include "corten/error.h"
#include "corten/spec.h"
#include "mjcf/read/xml_tree.h"

namespace corten::mjcf {

class UrdfValues {
 public:
  UrdfValues(const XmlTree& tree, Diagnostics& diagnostics) : tree_(tree), diagnostics_(diagnostics) {}

  // `owner` is the link or joint that a message names.
  void error(const XmlElement& xml, const XmlElement& owner, std::string message, std::string hint = {}) const;
  void warning(const XmlElement& xml, const XmlElement& owner, std::string message, std::string hint = {}) const;

  // The first child with this tag, null if there is none; a missing one that is required is an error.
  static const XmlElement* find_child(const XmlElement& xml, std::string_view tag);
  const XmlElement* require_child(const XmlElement& xml, std::string_view tag, const XmlElement& owner) const;

  // `count` numbers. False if they are absent or wrong; `out` is then as before.
  bool read(const XmlElement& xml, const char* attribute, int count, double* out, const XmlElement& owner) const;
  bool require(const XmlElement& xml, const char* attribute, int count, double* out, const XmlElement& owner) const;
  // Text that must not be empty.
  std::string require_text(const XmlElement& xml, const char* attribute, const XmlElement& owner) const;

  // <origin xyz rpy> of an element; angles about fixed axes.
  void read_origin(const XmlElement& xml, Vec3& pos, Orientation& orientation, const XmlElement& owner) const;

  SourceLocation where(const XmlElement& xml) const { return tree_.where(xml); }

 private:
  const XmlTree& tree_;
  Diagnostics& diagnostics_;
};

}  // namespace corten::mjcf
