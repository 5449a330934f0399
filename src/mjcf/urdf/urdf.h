// URDF: its elements, numbers and files.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_source.h"
#include "corten/error.h"
#include "corten/spec.h"
#include "mjcf/read/xml_tree.h"

namespace corten::mjcf {

// ---- value
//
// Attributes of URDF elements, with a diagnostic for what is missing or malformed.

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

// ---- meshes
//
// Meshes that URDF geometry names: where their files are, and one mesh per file and scale.

class UrdfMeshes {
 public:
  // Meshes are added to `spec`, whose compiler settings are read already. `thin_visuals`: meshes that only visuals use
  // may be open or flat.
  UrdfMeshes(Spec& spec, const FileSource& files, const UrdfValues& values, bool thin_visuals)
      : spec_(spec), files_(files), values_(values), thin_visuals_(thin_visuals) {}

  // Names of collision meshes do not depend on visuals: has to be called for all of them first.
  void reserve(const XmlElement& mesh);

  // The name of the mesh that <mesh filename scale> stands for, empty if there is none. For a collision that is an
  // error; visuals are left out, and report_skipped() says so once.
  std::string add(const XmlElement& mesh, bool collides, const XmlElement& link);
  void report_skipped() const;

 private:
  struct Entry {
    std::string file, name;
    Vec3 scale;
  };

  // The file to name in the Spec, empty if there is none.
  std::string find_file(const XmlElement& mesh, const std::string& written, std::string& hint) const;
  std::string find_in_package(const std::string& package, const std::string& path) const;
  std::string relative(const std::string& path) const;  // to the directory of meshes
  bool is_collision_file(const std::string& written) const;
  std::string new_name(const std::string& written, bool collides) const;
  void skip(const XmlElement& mesh, bool collides, const XmlElement& link, const std::string& problem,
            const std::string& hint);

  Spec& spec_;
  const FileSource& files_;
  const UrdfValues& values_;
  bool thin_visuals_;
  std::map<std::string, std::vector<Entry>> meshes_;              // by the name of their file
  std::map<std::string, std::set<std::string>> collision_files_;  // as written, by the same name
  std::vector<const XmlElement*> skipped_;
  std::string skipped_why_;
};

// ---- link
//
// <link> of a URDF robot: mass, collisions and visuals.

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

// ---- joint
//
// <joint> of a URDF robot.

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

// ---- urdf
//
// URDF, the robot description of ROS, read into a Spec.
//
//   link        a body; <inertial> its mass, <collision> a geom, <visual> a geom of group 1 that does not collide
//   joint       the pose of its child link and, by type, a hinge, slide, ball or free joint, or several (planar)
//   mimic       an equality between two joints
//   <mujoco>    compiler, option and size as in MJCF
//
// What MuJoCo reads comes out with MuJoCo's numbers: radians, bodies without joints merged into their parents
// (fusestatic), the root link fixed to the world. MuJoCo drops visuals unless <compiler discardvisual="false"/> is
// given; here they stay unless it is "true". They have no mass and touch nothing, so that the physics is the same; but
// they count as part of the robot in dof_length, which scales the speed below which it may fall asleep.

// `tree` has the root element <robot>; `directory` is where its file is.
Spec read_urdf(const XmlTree& tree, const std::string& directory, Diagnostics& diagnostics);

}  // namespace corten::mjcf
