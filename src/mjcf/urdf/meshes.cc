// package://<package>/<path> is looked for in all folders above the model: as <folder>/<package>/<path>, and as
// <folder>/<path> if the folder itself is called <package>; then in those of ROS_PACKAGE_PATH.
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "mjcf/urdf/urdf.h"
#include "spec/asset_path.h"

namespace corten::mjcf {

namespace fs = std::filesystem;

namespace {

std::string stem_of(const std::string& path) {
  const std::string name = file_name(path);
  return name.substr(0, name.find_last_of('.'));
}

bool is_readable(const std::string& path) {
  const std::string name = file_name(path);
  std::string extension = name.substr(std::min(name.size(), name.find_last_of('.')));
  std::ranges::transform(extension, extension.begin(), [](unsigned char c) { return std::tolower(c); });
  return extension == ".stl" || extension == ".obj" || extension == ".msh";
}

std::string join(const std::string& directory, const std::string& path) {
  return (fs::path(directory) / path).string();
}

std::vector<std::string> ros_package_path() {
  std::vector<std::string> folders;
  const char* value = std::getenv("ROS_PACKAGE_PATH");
  std::istringstream stream(value ? value : "");
  for (std::string folder; std::getline(stream, folder, ':');) {
    if (!folder.empty()) folders.push_back(folder);
  }
  return folders;
}

}  // namespace

void UrdfMeshes::reserve(const XmlElement& mesh) {
  const std::string file = mesh.value("filename");
  collision_files_[stem_of(file)].insert(file);
}

std::string UrdfMeshes::add(const XmlElement& mesh, bool collides, const XmlElement& link) {
  const std::string written = values_.require_text(mesh, "filename", link);
  Vec3 scale{1, 1, 1};
  if (mesh.find("scale") && !values_.require(mesh, "scale", 3, scale.data(), link)) return {};
  if (written.empty()) return {};
  if (!is_readable(written)) {
    skip(mesh, collides, link, "'" + file_name(written) + "' is not an STL, OBJ or MSH file",
         "convert the mesh and name the new file");
    return {};
  }
  std::string hint;
  const std::string file = find_file(mesh, written, hint);
  if (file.empty()) {
    skip(mesh, collides, link, "file '" + written + "' not found", hint);
    return {};
  }
  std::vector<Entry>& known = meshes_[stem_of(written)];
  for (const Entry& entry : known) {
    if (entry.file == file && entry.scale == scale) return entry.name;
  }
  Mesh& added = spec_.meshes.emplace_back();
  added.name = new_name(written, collides);
  added.where = values_.where(mesh);
  added.file = file;
  added.scale = scale;
  if (thin_visuals_ && !is_collision_file(written)) added.inertia = MeshInertia::kShell;
  known.push_back({file, added.name, scale});
  return added.name;
}

bool UrdfMeshes::is_collision_file(const std::string& written) const {
  const auto found = collision_files_.find(stem_of(written));
  return found != collision_files_.end() && found->second.contains(written);
}

// MuJoCo: the second mesh with the same name and another scale has 1 behind its name, and so on.
std::string UrdfMeshes::new_name(const std::string& written, bool collides) const {
  const auto taken = [&](const std::string& name) {
    return std::ranges::any_of(spec_.meshes, [&](const Mesh& mesh) { return mesh.name == name; });
  };
  const std::string stem = stem_of(written);
  const bool reserved = !collides && !is_collision_file(written) && collision_files_.contains(stem);
  const std::string first = reserved ? stem + "_visual" : stem;
  std::string name = first;
  for (int i = 1; taken(name); ++i) name = first + std::to_string(i);
  return name;
}

void UrdfMeshes::skip(const XmlElement& mesh, bool collides, const XmlElement& link, const std::string& problem,
                      const std::string& hint) {
  if (collides) {
    values_.error(mesh, link, problem, hint);
  } else {
    if (skipped_.empty()) skipped_why_ = problem;
    skipped_.push_back(&mesh);
  }
}

void UrdfMeshes::report_skipped() const {
  if (skipped_.empty()) return;
  const std::string count = std::to_string(skipped_.size());
  values_.warning(*skipped_[0], {},
                  count + (skipped_.size() == 1 ? " visual is" : " visuals are") +
                      " left out, since meshes cannot be read: " + skipped_why_);
}

std::string UrdfMeshes::find_file(const XmlElement& mesh, const std::string& written, std::string& hint) const {
  const Compiler& compiler = spec_.compilers[0];
  if (compiler.strippath) return written;  // the compiler looks in meshdir
  for (const std::string scheme : {"package://", "model://"}) {
    if (!written.starts_with(scheme)) continue;
    const std::string rest = written.substr(scheme.size());
    const std::size_t slash = rest.find('/');
    const std::string package = rest.substr(0, slash), path = slash == rest.npos ? "" : rest.substr(slash + 1);
    const std::string found = find_in_package(package, path);
    if (!found.empty()) return relative(found);
    hint = "there is no folder '" + package + "' with it above the model or in ROS_PACKAGE_PATH";
    if (!files_.exists(join(join(compiler.modeldir, compiler.meshdir), path))) return {};
    values_.warning(mesh, {}, "package '" + package + "' is not known: '" + path + "' beside the model is used", hint);
    return path;
  }
  const std::string path = written.starts_with("file://") ? written.substr(7) : written;
  if (files_.exists(join(join(compiler.modeldir, compiler.meshdir), path))) return path;
  if (files_.exists(join(compiler.modeldir, path))) return relative(join(compiler.modeldir, path));
  hint = "it was looked for from '" + (compiler.modeldir.empty() ? "." : compiler.modeldir) + "'";
  return {};
}

std::string UrdfMeshes::find_in_package(const std::string& package, const std::string& path) const {
  const auto look = [&](const fs::path& folder) -> std::string {
    for (const fs::path& candidate : {folder / package / path, folder.filename() == package ? folder / path : ""}) {
      if (!candidate.empty() && files_.exists(candidate.string())) return candidate.string();
    }
    return {};
  };
  const std::string model = files_.absolute(join(spec_.compilers[0].modeldir, "model"));
  for (fs::path folder = fs::path(model).lexically_normal().parent_path();; folder = folder.parent_path()) {
    if (std::string found = look(folder); !found.empty()) return found;
    if (!folder.has_relative_path()) break;
  }
  for (const std::string& folder : ros_package_path()) {
    if (std::string found = look(folder); !found.empty()) return found;
  }
  return {};
}

std::string UrdfMeshes::relative(const std::string& path) const {
  const Compiler& compiler = spec_.compilers[0];
  const fs::path inside = files_.absolute(join(join(compiler.modeldir, compiler.meshdir), "mesh"));
  const fs::path file = files_.absolute(path);
  const fs::path result = file.lexically_normal().lexically_relative(inside.lexically_normal().parent_path());
  return result.empty() ? file.string() : result.generic_string();
}

}  // namespace corten::mjcf
