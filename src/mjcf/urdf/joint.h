// <joint> of a URDF robot.
#pragma once

#include <string>
#include <vector>

#include "corten/spec.h"
#include "mjcf/urdf/value.h"

namespace corten::mjcf {

class UrdfJoints {
 public:
  UrdfJoints(const XmlTree& tree, Spec& spec, Diagnostics& diagnostics) : spec_(spec), values_(tree, diagnostics) {}

  // Gives the child link its pose and joints.
  void read(const XmlElement& xml, Body& child);
  // Adds the equalities of joints that mimic others; after all joints are read.
  void finish();

 private:
  void read_dynamics(const XmlElement& xml, Body& child) const;
  void read_limit(const XmlElement& xml, const std::string& type, Joint& joint) const;
  void add_mimic(const XmlElement& xml);

  Spec& spec_;
  UrdfValues values_;
  std::vector<std::string> scalars_;       // names of slides and hinges
  std::vector<const XmlElement*> mimics_;  // joints with <mimic>
};

}  // namespace corten::mjcf
