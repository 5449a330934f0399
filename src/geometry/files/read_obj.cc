// Wavefront OBJ by tinyobjloader.
//
// Only lines that define the mesh are handed to the library: vertices, normals, texture coordinates, faces, lines,
// points, groups and objects. Materials do not matter here, and tags and skin weights allocate far more than they take
// in the file. Polygons are cut into triangles here: the library's own rule changed between its versions.
#include <fmt/core.h>
#include <tiny_obj_loader.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>
#include <string_view>

#include "geometry/files/files.h"
#include "geometry/mesh/mesh.h"

namespace corten {

namespace {

constexpr std::size_t kMaxCorners = 4096;  // cutting a polygon of n corners takes n^2 steps
constexpr std::string_view kBlank = " \t";

// What the library gets to see, and the number of corners of each face with at least three, which
// the library stores in a byte.
struct Source {
  std::string text;
  std::vector<int> corner_counts;
};

std::vector<std::string_view> split_words(std::string_view line) {
  std::vector<std::string_view> words;
  while (true) {
    line.remove_prefix(std::min(line.find_first_not_of(kBlank), line.size()));
    if (line.empty()) return words;
    words.push_back(line.substr(0, line.find_first_of(kBlank)));
    line.remove_prefix(words.back().size());
  }
}

// Takes the next line off the text, without line end and leading blanks.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + (text.substr(end).starts_with("\r\n") ? 2 : 1), text.size()));
  line.remove_prefix(std::min(line.find_first_not_of(kBlank), line.size()));
  return line.substr(0, line.find('\0'));
}

void check_face(std::size_t corners, std::size_t line_number) {
  if (corners <= kMaxCorners) return;
  throw std::runtime_error(fmt::format("line {} of the OBJ file has a face with {} corners, more than {}", line_number,
                                       corners, kMaxCorners));
}

// The library would read "nan" as 0.
void check_vertex(const std::vector<std::string_view>& words, std::size_t line_number) {
  for (std::size_t i = 1; i < std::min<std::size_t>(words.size(), 4); ++i) {
    if (words[i].find_first_of("nN") == words[i].npos) continue;
    throw std::runtime_error(
        fmt::format("line {} of the OBJ file has a vertex '{}', which is not a number", line_number, words[i]));
  }
}

Source relevant_lines(std::string_view text) {
  constexpr std::array<std::string_view, 8> kKeywords = {"v", "vn", "vt", "f", "l", "p", "g", "o"};
  Source source;
  source.text.reserve(text.size());
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::string_view line = take_line(text);
    const std::string_view keyword = line.substr(0, line.find_first_of(kBlank));
    // Other lines leave an empty line, so that the library's messages count lines as the file does.
    if (std::find(kKeywords.begin(), kKeywords.end(), keyword) != kKeywords.end()) source.text.append(line);
    source.text.push_back('\n');
    if (keyword == "v") check_vertex(split_words(line), number);
    if (keyword != "f") continue;
    const std::size_t corners = split_words(line).size() - 1;
    check_face(corners, number);
    if (corners >= 3) source.corner_counts.push_back(static_cast<int>(corners));
  }
  return source;
}

// The first corner of a face whose vertex does not exist. OBJ counts vertices from 1, or backwards with -1 for the last
// one before the line.
struct BadIndex {
  std::size_t line = 0;  // 0: none
  int index = 0;
};

BadIndex find_bad_index(std::string_view text, int vertices) {
  int before = 0;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::vector<std::string_view> words = split_words(take_line(text));
    if (words.empty()) continue;
    before += words[0] == "v";
    for (std::size_t i = 1; words[0] == "f" && i < words.size(); ++i) {
      int index = 0;
      std::from_chars(words[i].data(), words[i].data() + words[i].size(), index);
      if (index == 0 || index > vertices || index < -before) return {number, index};
    }
  }
  return {};
}

int count_vertices(std::string_view text) {
  int count = 0;
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    count += line.substr(0, line.find_first_of(kBlank)) == "v";
  }
  return count;
}

[[noreturn]] void fail_bad_index(std::string_view text, int vertices, const std::string& otherwise) {
  const BadIndex bad = find_bad_index(text, vertices);
  if (bad.line == 0) throw std::runtime_error(otherwise);
  throw std::runtime_error(fmt::format("line {} of the OBJ file: a face has vertex {}, but there are vertices 1 to {}",
                                       bad.line, bad.index, vertices));
}

void append_triangle(const tinyobj::index_t* corners, std::span<const int> triangle, TriangleMesh& mesh) {
  for (const int i : triangle) {
    mesh.faces.push_back(corners[i].vertex_index);
    if (!mesh.normals.empty()) mesh.face_normals.push_back(corners[i].normal_index);
    if (!mesh.texcoords.empty()) mesh.face_texcoords.push_back(corners[i].texcoord_index);
  }
}

// Triangles of the first object. It has the first faces of the file, since earlier objects, if any, have none.
void append_faces(const tinyobj::mesh_t& shape, const Source& source, TriangleMesh& mesh) {
  std::size_t first = 0;
  std::vector<std::array<float, 3>> positions;
  for (const int count : source.corner_counts) {
    if (first + count > shape.indices.size()) return;
    const tinyobj::index_t* corners = &shape.indices[first];
    first += count;
    positions.clear();
    for (int i = 0; i < count; ++i) {
      const std::size_t vertex = static_cast<std::size_t>(corners[i].vertex_index);
      if (vertex >= mesh.vertices.size() / 3) {
        fail_bad_index(source.text, static_cast<int>(mesh.vertices.size() / 3),
                       "the OBJ file has a face with a missing vertex");
      }
      positions.push_back({mesh.vertices[3 * vertex], mesh.vertices[3 * vertex + 1], mesh.vertices[3 * vertex + 2]});
    }
    append_triangle(corners, cut_polygon(positions), mesh);
  }
}

void append_segments(const tinyobj::lines_t& lines, TriangleMesh& mesh) {
  std::size_t first = 0;
  for (const int count : lines.num_line_vertices) {
    for (int i = 0; i + 1 < count; ++i) {
      const int from = lines.indices[first + i].vertex_index, to = lines.indices[first + i + 1].vertex_index;
      mesh.faces.insert(mesh.faces.end(), {from, to, to});
    }
    first += count;
  }
}

}  // namespace

TriangleMesh read_obj(std::span<const std::byte> bytes) {
  const Source source = relevant_lines({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  tinyobj::ObjReaderConfig config;
  config.triangulate = false;
  tinyobj::ObjReader reader;
  reader.ParseFromString(source.text, std::string(), config);
  if (!reader.Valid()) {
    const std::string& reason = reader.Error();
    fail_bad_index(source.text, count_vertices(source.text),
                   "the OBJ file cannot be read: " + reason.substr(0, reason.find('\n')));
  }

  TriangleMesh mesh;
  const tinyobj::attrib_t& attributes = reader.GetAttrib();
  mesh.vertices = attributes.vertices;
  mesh.normals = attributes.normals;
  mesh.texcoords = attributes.texcoords;
  if (!reader.GetShapes().empty()) {
    const tinyobj::shape_t& shape = reader.GetShapes()[0];
    if (!shape.mesh.indices.empty()) {
      append_faces(shape.mesh, source, mesh);
    } else {
      append_segments(shape.lines, mesh);
    }
  }
  // OBJ counts v upwards from the image's lower edge, renderers downwards from the upper edge.
  for (std::size_t i = 1; i < mesh.texcoords.size(); i += 2) mesh.texcoords[i] = 1 - mesh.texcoords[i];
  // Without faces nothing says which texture coordinates belong to a vertex.
  if (mesh.face_texcoords.empty() && mesh.texcoords.size() / 2 != mesh.vertices.size() / 3) mesh.texcoords.clear();
  return mesh;
}

}  // namespace corten
