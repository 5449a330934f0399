// A file named f by an element with compiler c is modeldir_c / meshdir_c / f; textures use texturedir.
#include <filesystem>
#include <system_error>

#include "mjcf/write/writer.h"
#include "spec/asset_path.h"

namespace corten::mjcf {

namespace fs = std::filesystem;

namespace {

using Directory = std::string Compiler::*;

// f(element, file name, directory of such files)
template <class F>
void visit_files(Spec& spec, F f) {
  const Directory meshes = &Compiler::meshdir, textures = &Compiler::texturedir;
  for (Mesh& mesh : spec.meshes) f(mesh, mesh.file, meshes);
  for (Hfield& hfield : spec.hfields) f(hfield, hfield.file, meshes);
  for (Skin& skin : spec.skins) f(skin, skin.file, meshes);
  for (FlexComp& comp : spec.flexcomps) f(comp, comp.file, meshes);
  for (Texture& t : spec.textures) {
    for (std::string* file : {&t.file, &t.fileright, &t.fileleft, &t.fileup, &t.filedown, &t.filefront, &t.fileback}) {
      f(t, *file, textures);
    }
  }
}

fs::path full(const fs::path& path) {
  std::error_code error;
  const fs::path result = fs::weakly_canonical(fs::absolute(path, error), error);
  return error ? path.lexically_normal() : result;
}

bool is_below(const fs::path& path, const fs::path& directory) {
  const fs::path relative = path.lexically_relative(directory);
  return !relative.empty() && *relative.begin() != "..";
}

bool same_directories(const Compiler& a, const Compiler& b) {
  return a.modeldir == b.modeldir && a.meshdir == b.meshdir && a.texturedir == b.texturedir;
}

}  // namespace

void use_own_directories(Spec& spec) {
  Compiler& own = spec.compilers[0];
  bool foreign = false;
  visit_files(spec, [&](Element& element, std::string& file, Directory) {
    foreign |= !file.empty() && !same_directories(spec.compilers[element.compiler], own);
  });
  if (foreign && own.strippath) {
    visit_files(spec, [&](Element&, std::string& file, Directory) { file = file_name(file); });
    own.strippath = false;
  }
  if (own.assets) return;
  const fs::path home = full(own.modeldir.empty() ? "." : own.modeldir);
  visit_files(spec, [&](Element& element, std::string& file, Directory directory) {
    const Compiler& from = spec.compilers[element.compiler];
    if (file.empty()) return;
    const fs::path start = fs::path(own.modeldir) / (own.*directory);
    if (fs::path(file).is_absolute()) {
      if (is_below(full(file), home)) file = full(file).lexically_relative(full(start)).generic_string();
    } else if (!same_directories(from, own)) {
      file = full(fs::path(from.modeldir) / (from.*directory) / file).lexically_relative(full(start)).generic_string();
    }
  });
}

Spec moved_to(Spec spec, const std::string& directory) {
  Compiler& own = spec.compilers[0];
  const fs::path from = full(own.modeldir.empty() ? "." : own.modeldir), to = full(directory.empty() ? "." : directory);
  own.modeldir = directory;
  if (from == to || own.assets) return spec;
  bool used = false, used_textures = false;
  visit_files(spec, [&](Element&, std::string& file, Directory d) {
    if (!file.empty()) (d == &Compiler::texturedir ? used_textures : used) = true;
  });
  const auto lead_back = [&](std::string& path) {
    if (fs::path(path).is_absolute()) return;
    const fs::path directory_of_files = path.empty() ? from : (from / path).lexically_normal();
    path = directory_of_files.lexically_relative(to).generic_string();
  };
  if (used) lead_back(own.meshdir);
  if (used_textures) lead_back(own.texturedir);
  return spec;
}

}  // namespace corten::mjcf
