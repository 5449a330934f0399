// <link> of a URDF robot: mass, collisions and visuals.
#pragma once

#include <map>
#include <set>
#include <string>

#include "corten/spec.h"
#include "mjcf/urdf/meshes.h"
#include "mjcf/urdf/value.h"

namespace corten::mjcf {

class UrdfLinks {
 public:
  // Whether visuals become geoms, and whether their meshes may be open or flat.
  enum class Visuals { kNone, kSolid, kThin };
  UrdfLinks(const XmlTree& tree, Spec& spec, Diagnostics& diagnostics, Visuals visuals);

  // The body, without pose and joints.
  Body read(const XmlElement& link);
  // Reports what was left out.
  void finish() const { meshes_.report_skipped(); }

 private:
  void find_materials(const XmlElement& xml);
  void read_inertial(const XmlElement& link, Body& body) const;
  // The colour that <material> of a visual gives; `color` stays as it is if it gives none.
  void read_color(const XmlElement& visual, Rgba& color, bool& colored, const XmlElement& link) const;
  bool read_rgba(const XmlElement& color, Rgba& rgba, const XmlElement& owner) const;
  void add_geom(const XmlElement& xml, const XmlElement& link, Body& body, const Rgba* color);
  bool read_shape(const XmlElement& geometry, Geom& geom, bool collides, const XmlElement& link);
  void name_geom(const XmlElement& xml, const XmlElement& link, Geom& geom);

  UrdfValues values_;
  UrdfMeshes meshes_;
  Visuals visuals_;
  std::map<std::string, Rgba> materials_;
  std::set<std::string> names_;            // of geoms so far
  std::set<std::string> collision_names_;  // of all collisions: visuals must not take them
};

}  // namespace corten::mjcf
