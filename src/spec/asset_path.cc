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

std::string asset_path(const Compiler& compiler, bool strip, const std::string& file) {
  const std::string name = strip ? file.substr(file.find_last_of("/\\") + 1) : file;
  return join(compiler.modeldir, join(compiler.meshdir, name));
}

}  // namespace corten
