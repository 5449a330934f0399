// SKN files, all numbers of 32 bits:
//   nvertex, ntexcoord, nface, nbone
//   vertices x 3, texture coordinates x 2, faces x 3
//   per bone: body name (40 characters), position x 3, quaternion x 4, n, n vertex ids, n weights
#include <fmt/core.h>

#include <array>
#include <cstring>
#include <stdexcept>

#include "geometry/files/files.h"

namespace corten {

namespace {

// Takes numbers from the front; refuses to go past the end.
class Cursor {
 public:
  explicit Cursor(std::span<const std::byte> bytes) : rest_(bytes) {}
  template <class T>
  std::vector<T> take(std::size_t count, const std::string& what) {
    if (count > rest_.size() / sizeof(T)) {
      throw std::runtime_error(
          fmt::format("the SKN file ends within {}: {} bytes are missing", what, count * sizeof(T) - rest_.size()));
    }
    std::vector<T> values = load_array<T>(rest_, 0, count);
    rest_ = rest_.subspan(count * sizeof(T));
    return values;
  }
  std::size_t left() const { return rest_.size(); }

 private:
  std::span<const std::byte> rest_;
};

SkinBone read_bone(Cursor& cursor, int i) {
  constexpr std::size_t kNameLength = 40;
  const std::string what = fmt::format("bone {}", i);
  SkinBone bone;
  const std::vector<char> name = cursor.take<char>(kNameLength, what);
  bone.body.assign(name.data(), strnlen(name.data(), kNameLength - 1));
  const std::vector<float> pose = cursor.take<float>(7, what);
  bone.bindpos = {pose[0], pose[1], pose[2]};
  bone.bindquat = {pose[3], pose[4], pose[5], pose[6]};
  const int count = cursor.take<std::int32_t>(1, what)[0];
  if (count < 1) throw std::runtime_error(fmt::format("bone {} of the SKN file moves {} vertices", i, count));
  bone.vertid = cursor.take<int>(static_cast<std::size_t>(count), what);
  bone.vertweight = cursor.take<float>(static_cast<std::size_t>(count), what);
  return bone;
}

}  // namespace

void read_skn(std::span<const std::byte> bytes, Skin& skin) {
  Cursor cursor(bytes);
  const std::vector<std::int32_t> head = cursor.take<std::int32_t>(4, "its header");
  for (const int count : head) {
    if (count < 0) throw std::runtime_error(fmt::format("the SKN file's header has the negative count {}", count));
  }
  skin.vertex = cursor.take<float>(3 * static_cast<std::size_t>(head[0]), "the vertices");
  skin.texcoord = cursor.take<float>(2 * static_cast<std::size_t>(head[1]), "the texture coordinates");
  skin.face = cursor.take<int>(3 * static_cast<std::size_t>(head[2]), "the faces");
  for (int i = 0; i < head[3]; ++i) skin.bones.push_back(read_bone(cursor, i));
  if (cursor.left() > 0) {
    throw std::runtime_error(fmt::format("the SKN file has {} bytes more than its header says", cursor.left()));
  }
}

}  // namespace corten
