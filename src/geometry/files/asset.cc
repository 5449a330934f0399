// Asset files: their bytes and what kind of content they hold.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <stdexcept>
#include <utility>

#include "geometry/files/files.h"

namespace corten {

std::vector<std::byte> read_file(const std::string& path, const FileSource& files) {
  std::vector<std::byte> bytes = files.read(path);
  if (bytes.empty()) throw std::runtime_error(fmt::format("file '{}' is empty", path));
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
