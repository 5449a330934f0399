// Models in zip archives; the functions for users are declared in corten/assets.h.
#pragma once

#include <string>

namespace corten {

// Whether the file exists and starts as a zip archive does.
bool is_archive(const std::string& path);

}  // namespace corten
