// Asset files: their bytes and what kind of content they hold.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_source.h"

namespace corten {

// All bytes of a file; throws std::runtime_error when it is missing, unreadable, empty or larger than 2 GB.
std::vector<std::byte> read_file(const std::string& path, const FileSource& files = {});

// "type/subtype" of an asset: the declared one without its parameters ("model/obj;x=y" -> "model/obj"), or, when
// nothing well-formed is declared, the one of the file's extension. Empty if neither is known.
std::string asset_content_type(std::string_view path, std::string_view declared);

}  // namespace corten
