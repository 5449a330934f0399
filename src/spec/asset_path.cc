// Where the file of an asset is: modeldir / meshdir / file, each from where an absolute path begins.
#include "spec/asset_path.h"

namespace corten {

namespace {

bool is_absolute(const std::string& path) {
  return path.starts_with('/') || path.starts_with('\\') || path.find(":/") != path.npos ||
         path.find(":\\") != path.npos;
}

std::string join(const std::string& directory, const std::string& path) {
  if (directory.empty() || is_absolute(path)) return path;
  return directory.back() == '/' || directory.back() == '\\' ? directory + path : directory + "/" + path;
}

}  // namespace

std::string file_name(const std::string& path) { return path.substr(path.find_last_of("/\\") + 1); }

std::string asset_path(const Compiler& compiler, bool strip, const std::string& file) {
  return join(compiler.modeldir, join(compiler.meshdir, strip ? file_name(file) : file));
}

std::string texture_path(const Compiler& compiler, bool strip, const std::string& file) {
  return join(compiler.modeldir, join(compiler.texturedir, strip ? file_name(file) : file));
}

}  // namespace corten
