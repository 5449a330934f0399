// Files are recognised by how they begin: magic bytes, or the first words of a text.
#include <algorithm>
#include <cctype>
#include <new>
#include <stdexcept>
#include <string_view>

#include "base/file_source.h"

namespace corten {

namespace {

struct Beginning {
  std::string_view start;  // letters in lower case
  std::string_view meaning;
};

using namespace std::string_view_literals;

constexpr Beginning kBinary[] = {
    {"\x89PNG\r\n\x1a\n"sv, "a PNG image"},
    {"\xff\xd8\xff"sv, "a JPEG image; convert it to PNG"},
    {"GIF8"sv, "a GIF image; convert it to PNG"},
    {"RIFF"sv, "a WebP image or another RIFF file; convert it to PNG"},
    {"II*\0"sv, "a TIFF image; convert it to PNG"},
    {"MM\0*"sv, "a TIFF image; convert it to PNG"},
    {"DDS "sv, "a DDS image; convert it to PNG"},
    {"\xabKTX"sv, "a KTX image"},
    {"PK\x03\x04"sv, "a zip archive; unpack it, or load the archive itself if it holds the model"},
    {"PK\x05\x06"sv, "an empty zip archive"},
    {"\x1f\x8b"sv, "a gzip file; unpack it"},
    {"7z\xbc\xaf\x27\x1c"sv, "a 7z archive; unpack it"},
    {"Rar!"sv, "a RAR archive; unpack it"},
    {"BZh"sv, "a bzip2 file; unpack it"},
    {"\xfd"
     "7zXZ"sv,
     "an xz file; unpack it"},
    {"%PDF"sv, "a PDF document"},
    {"glTF"sv, "a glTF model; convert it to OBJ or STL"},
    {"Kaydara FBX Binary"sv, "an FBX model; convert it to OBJ or STL"},
    {"BLENDER"sv, "a Blender file; export the mesh as OBJ or STL"},
    {"\x7f"
     "ELF"sv,
     "a program"},
    {"\xff\xfe"sv, "text in UTF-16 (little-endian); save it as UTF-8"},
    {"\xfe\xff"sv, "text in UTF-16 (big-endian); save it as UTF-8"},
    {"<\0"sv, "text in UTF-16 (little-endian); save it as UTF-8"},
    {"\0<"sv, "text in UTF-16 (big-endian); save it as UTF-8"},
};

constexpr Beginning kText[] = {
    {"version https://git-lfs.github.com/spec"sv, "a Git LFS pointer, not the file itself; run 'git lfs pull'"},
    {"iso-10303-21"sv, "a STEP (CAD) file; export it from the CAD program as STL or OBJ"},
    {"<!doctype html"sv, "an HTML page, perhaps the error page of a failed download; download the file again"},
    {"<html"sv, "an HTML page, perhaps the error page of a failed download; download the file again"},
    {"<collada"sv, "a Collada (DAE) file; convert it to OBJ or STL"},
    {"<x3d"sv, "an X3D file; convert it to OBJ or STL"},
    {"<sdf"sv, "an SDF (Gazebo) model; convert it to MJCF or URDF"},
    {"<mujoco"sv, "an MJCF model"},
    {"<robot"sv, "a URDF model"},
    {"<svg"sv, "an SVG image; convert it to PNG"},
    {"ply\n"sv, "a PLY file; convert it to OBJ or STL"},
    {"ply\r"sv, "a PLY file; convert it to OBJ or STL"},
    {"solid "sv, "a text (ASCII) STL file; convert it to binary STL"},
    {"404: not found"sv, "the answer of a failed download; download the file again"},
    {"#usda"sv, "a USD scene; export the mesh as OBJ or STL"},
    {"$meshformat"sv, "a Gmsh file"},
};

// Without byte order mark, blanks, the XML declaration and comments, which may come before a root element.
std::string_view beginning(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    const std::string_view end = text.starts_with("<?") ? "?>" : text.starts_with("<!--") ? "-->" : "";
    if (end.empty()) return text;
    text.remove_prefix(std::min(text.find(end), text.size() - end.size()) + end.size());
  }
}

bool starts_with_word(std::string_view text, std::string_view lower) {
  return text.size() >= lower.size() && std::equal(lower.begin(), lower.end(), text.begin(), [](char a, char b) {
           return a == static_cast<char>(std::tolower(static_cast<unsigned char>(b)));
         });
}

}  // namespace

std::string foreign_content(std::span<const std::byte> bytes) {
  constexpr std::size_t kLooked = 4096;
  const std::string_view all(reinterpret_cast<const char*>(bytes.data()), std::min(bytes.size(), kLooked));
  for (const Beginning& signature : kBinary) {
    if (all.starts_with(signature.start)) return std::string(signature.meaning);
  }
  const std::string_view text = beginning(all);
  for (const Beginning& signature : kText) {
    if (starts_with_word(text, signature.start)) return std::string(signature.meaning);
  }
  return {};
}

std::string described_content(std::span<const std::byte> bytes) {
  const std::string content = foreign_content(bytes);
  return content.empty() ? content : ": it is " + content;
}

}  // namespace corten
