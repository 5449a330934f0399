// Where the file of an asset is: modeldir / meshdir / file, each from where an absolute path begins.
#pragma once

#include <string>

#include "corten/spec.h"

namespace corten {

// What follows the last slash of a path.
std::string file_name(const std::string& path);

// `strip`: of the file's own path only the name counts (strippath).
std::string asset_path(const Compiler& compiler, bool strip, const std::string& file);
// The same for a texture, in texturedir.
std::string texture_path(const Compiler& compiler, bool strip, const std::string& file);

}  // namespace corten
