// Asset files: their bytes and what kind of content they hold.
#include "geometry/asset.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <climits>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <utility>

namespace corten {

std::vector<std::byte> read_file(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) throw std::runtime_error(fmt::format("file '{}' does not exist", path));
  // A pipe or a device could deliver bytes for ever.
  if (!std::filesystem::is_regular_file(path, error)) {
    throw std::runtime_error(fmt::format("'{}' is not a regular file", path));
  }
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  std::ifstream stream(path, std::ios::binary);
  if (error || !stream) throw std::runtime_error(fmt::format("file '{}' cannot be read", path));
  if (size == 0) throw std::runtime_error(fmt::format("file '{}' is empty", path));
  if (size > INT_MAX) throw std::runtime_error(fmt::format("file '{}' is larger than 2 GB", path));

  std::vector<std::byte> bytes(size);
  stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size));
  if (static_cast<std::uintmax_t>(stream.gcount()) != size) {
    throw std::runtime_error(fmt::format("file '{}' cannot be read to its end", path));
  }
  return bytes;
}

namespace {

// The part before the parameters, or empty when `text` is not of the form type/subtype[;name=value].
std::string_view parse_content_type(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == text.npos || slash == 0 || slash + 1 == text.size()) return {};
  const std::size_t semicolon = text.find(';');
  if (semicolon == text.npos) return text;
  const std::size_t equal = text.find('=');
  if (semicolon < slash || equal == text.npos || equal < semicolon) return {};
  return text.substr(0, semicolon);
}

constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kExtensions = {{
    {".stl", "model/stl"},
    {".obj", "model/obj"},
    {".ply", "model/ply"},
    {".msh", "model/vnd.mujoco.msh"},
    {".png", "image/png"},
    {".ktx", "image/ktx"},
}};

}  // namespace

std::string asset_content_type(std::string_view path, std::string_view declared) {
  const std::string_view type = parse_content_type(declared);
  if (!type.empty()) return std::string(type);
  const std::size_t dot = path.rfind('.');
  if (dot == path.npos) return {};
  std::string extension(path.substr(dot));
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const auto& [known, content] : kExtensions) {
    if (extension == known) return std::string(content);
  }
  return {};
}

}  // namespace corten
