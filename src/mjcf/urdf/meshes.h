// Meshes that URDF geometry names: where their files are, and one mesh per file and scale.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/file_source.h"
#include "corten/spec.h"
#include "mjcf/urdf/value.h"

namespace corten::mjcf {

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

}  // namespace corten::mjcf
