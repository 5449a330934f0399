// Binary mesh files (STL, MSH) and the choice of the reader.
#include <fmt/core.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "base/file_source.h"
#include "geometry/files/files.h"

namespace corten {

namespace {

// Numbers points in the order in which they are first seen; those whose bits are equal are one. A table of places, at
// most half of them taken, searched from where the point's hash says.
class PointNumbers {
 public:
  using Bits = std::array<std::uint32_t, 3>;

  explicit PointNumbers(std::size_t most) : places_(std::bit_ceil(2 * most), kFree) { points_.reserve(most / 4); }

  // The number, and whether the point is new.
  std::pair<int, bool> number_of(const Bits& point) {
    for (std::size_t place = hash(point);; ++place) {
      int& number = places_[place & (places_.size() - 1)];
      if (number == kFree) {
        number = static_cast<int>(points_.size());
        points_.push_back(point);
        return {number, true};
      }
      if (points_[static_cast<std::size_t>(number)] == point) return {number, false};
    }
  }

 private:
  static constexpr int kFree = -1;

  static std::size_t hash(const Bits& point) {
    constexpr std::uint64_t kMixer = 0x9e3779b97f4a7c15;
    std::uint64_t h = 0;
    for (const std::uint32_t word : point) {
      h = (h ^ word) * kMixer;
      h ^= h >> 32;
    }
    return static_cast<std::size_t>(h);
  }

  std::vector<int> places_;
  std::vector<Bits> points_;
};

}  // namespace

// 80 bytes of comment, number of faces, then per face 50 bytes: normal, three corners, two unused bytes.
TriangleMesh read_stl(std::span<const std::byte> bytes) {
  constexpr std::size_t kHeader = 84, kFace = 50;
  constexpr int kMaxFaces = 200000;
  constexpr float kMaxCoordinate = 1 << 30;
  if (bytes.size() < kHeader) throw std::runtime_error("the STL file is too short to have a header");
  const auto face_count = load<std::int32_t>(bytes, 80);
  if (face_count < 1 || face_count > kMaxFaces) {
    throw std::runtime_error(fmt::format(
        "the STL file should have 1 to {} faces but has {}; perhaps it is an ASCII file", kMaxFaces, face_count));
  }
  if (bytes.size() != kHeader + kFace * face_count) {
    throw std::runtime_error(
        fmt::format("an STL file with {} faces has {} bytes, this one has {}; perhaps it is an ASCII file", face_count,
                    kHeader + kFace * face_count, bytes.size()));
  }

  TriangleMesh mesh;
  PointNumbers numbers(3 * static_cast<std::size_t>(face_count));
  for (int face = 0; face < face_count; ++face) {
    for (int corner = 0; corner < 3; ++corner) {
      const std::size_t offset = kHeader + kFace * face + 12 * (corner + 1);
      const auto xyz = load<std::array<float, 3>>(bytes, offset);
      for (const float x : xyz) {
        if (std::abs(x) > kMaxCoordinate) {
          throw std::runtime_error(fmt::format("face {} of the STL file has a coordinate beyond 2^30", face));
        }
      }
      const auto [number, is_new] = numbers.number_of(load<PointNumbers::Bits>(bytes, offset));
      if (is_new) mesh.vertices.insert(mesh.vertices.end(), xyz.begin(), xyz.end());
      mesh.faces.push_back(number);
    }
  }
  return mesh;
}

TriangleMesh read_msh(std::span<const std::byte> bytes) {
  constexpr std::size_t kHeader = 16;
  if (bytes.size() < kHeader) throw std::runtime_error("the MSH file is too short to have a header");
  const auto [vertex_count, normal_count, texcoord_count, face_count] = load<std::array<std::int32_t, 4>>(bytes, 0);
  if (vertex_count < 4) throw std::runtime_error("the MSH file has fewer than 4 vertices");
  if (face_count < 0 || (normal_count != 0 && normal_count != vertex_count) ||
      (texcoord_count != 0 && texcoord_count != vertex_count)) {
    throw std::runtime_error("the counts in the MSH file's header do not fit together");
  }
  const std::size_t nv = 3 * static_cast<std::size_t>(vertex_count), nn = 3 * static_cast<std::size_t>(normal_count);
  const std::size_t nt = 2 * static_cast<std::size_t>(texcoord_count), nf = 3 * static_cast<std::size_t>(face_count);
  const std::size_t expected = kHeader + 4 * (nv + nn + nt + nf);
  if (bytes.size() != expected) {
    throw std::runtime_error(
        fmt::format("the MSH file should have {} bytes by its header but has {}", expected, bytes.size()));
  }

  TriangleMesh mesh;
  mesh.keep_winding = true;
  mesh.vertices = load_array<float>(bytes, kHeader, nv);
  mesh.normals = load_array<float>(bytes, kHeader + 4 * nv, nn);
  mesh.texcoords = load_array<float>(bytes, kHeader + 4 * (nv + nn), nt);
  mesh.faces = load_array<int>(bytes, kHeader + 4 * (nv + nn + nt), nf);
  mesh.face_normals = mesh.faces;
  if (texcoord_count > 0) mesh.face_texcoords = mesh.faces;
  return mesh;
}

namespace {

TriangleMesh read_by_type(std::span<const std::byte> bytes, const std::string& type) {
  if (type == "model/stl") return read_stl(bytes);
  if (type == "model/obj") return read_obj(bytes);
  if (type == "model/vnd.mujoco.msh") return read_msh(bytes);
  throw std::runtime_error(fmt::format("meshes are read from STL, OBJ and MSH files, not from {}",
                                       type.empty() ? "files of this name" : "content of type '" + type + "'"));
}

}  // namespace

TriangleMesh read_mesh(std::span<const std::byte> bytes, const std::string& content_type) {
  // Nothing that is no OBJ file has vertices, so its reader finds no mistake.
  const bool is_text = content_type == "model/obj";
  try {
    if (!is_text || foreign_content(bytes).empty()) return read_by_type(bytes, content_type);
  } catch (const std::runtime_error&) {
    if (foreign_content(bytes).empty()) throw;
  }
  throw std::runtime_error("the file is " + foreign_content(bytes));
}

TriangleMesh read_mesh_file(const std::string& path, const std::string& content_type, const FileSource& files) {
  const std::string type = asset_content_type(path, content_type);
  return read_mesh(read_file(path, files), type);
}

}  // namespace corten
