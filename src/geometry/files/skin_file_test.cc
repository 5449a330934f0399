// A file of four vertices and two bones.
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <stdexcept>

#include "geometry/files/files.h"

namespace corten {
namespace {

class Writer {
 public:
  template <class T>
  Writer& operator<<(const T& value) {
    const auto* first = reinterpret_cast<const std::byte*>(&value);
    bytes.insert(bytes.end(), first, first + sizeof(T));
    return *this;
  }
  std::vector<std::byte> bytes;
};

std::vector<std::byte> file() {
  Writer w;
  w << 4 << 4 << 1 << 2;
  for (int i = 0; i < 20; ++i) w << 0.5f * static_cast<float>(i);
  w << 0 << 1 << 2;
  for (const char letter : {'a', 'b'}) {  // no two numbers of a bone are the same
    std::array<char, 40> name{};
    name[0] = letter;
    w << name << 1.f << 2.f << 3.f << .1f << .2f << .3f << .4f << 2 << 0 << 3 << 0.25f << 0.75f;
  }
  return w.bytes;
}

TEST(SkinFile, Read) {
  Skin skin;
  read_skn(file(), skin);
  EXPECT_EQ(skin.vertex.size(), 12u);
  for (std::size_t i = 0; i < 12; ++i) EXPECT_EQ(skin.vertex[i], 0.5f * static_cast<float>(i));
  EXPECT_EQ(skin.texcoord, (std::vector<float>{6, 6.5f, 7, 7.5f, 8, 8.5f, 9, 9.5f}));
  EXPECT_EQ(skin.face, (std::vector<int>{0, 1, 2}));
  ASSERT_EQ(skin.bones.size(), 2u);
  EXPECT_EQ(skin.bones[0].body, "a");
  EXPECT_EQ(skin.bones[1].body, "b");
  EXPECT_EQ(skin.bones[1].bindpos, (Vec3{1, 2, 3}));
  const float quat[] = {.1f, .2f, .3f, .4f};
  for (int i = 0; i < 4; ++i) EXPECT_EQ(skin.bones[1].bindquat[i], quat[i]);
  EXPECT_EQ(skin.bones[1].vertid, (std::vector<int>{0, 3}));
  EXPECT_EQ(skin.bones[1].vertweight, (std::vector<float>{0.25f, 0.75f}));
}

TEST(SkinFile, EveryOtherLengthIsRefused) {
  std::vector<std::byte> bytes = file();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    Skin skin;
    EXPECT_THROW(read_skn(std::span(bytes).first(size), skin), std::runtime_error) << size;
  }
  bytes.push_back({});
  Skin skin;
  EXPECT_THROW(read_skn(bytes, skin), std::runtime_error);
}

TEST(SkinFile, CountsAreCheckedBeforeMemoryIsTaken) {
  for (int place = 0; place < 4; ++place) {
    for (const int count : {-1, 2147483647}) {
      std::vector<std::byte> bytes = file();
      std::memcpy(bytes.data() + 4 * place, &count, 4);
      Skin skin;
      EXPECT_THROW(read_skn(bytes, skin), std::runtime_error) << place;
    }
  }
}

}  // namespace
}  // namespace corten
