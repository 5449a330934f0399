// Expected pixels are MuJoCo's tex_data for the texture named in each test.
#include <gtest/gtest.h>

#include <stdexcept>

#include "geometry/files/files.h"

namespace corten {
namespace {

using Bytes = std::vector<std::uint8_t>;

Texture builtin(TextureType type, TextureBuiltin pattern, int width, int height) {
  Texture t;
  t.type = type;
  t.builtin = pattern;
  t.width = width;
  t.height = height;
  t.rgb1 = {0.1, 0.5, 0.93};
  t.rgb2 = {0.9, 0.2, 0.3};
  t.markrgb = {0.2, 1, 0.7};
  return t;
}

Image no_file(const std::string& file) { throw std::runtime_error("asked for " + file); }

Bytes red(const TextureImage& image) {
  Bytes bytes;
  for (std::size_t i = 0; i < image.pixels.size(); i += 3) bytes.push_back(image.pixels[i]);
  return bytes;
}

Bytes red(const Texture& t) { return red(make_texture(t, no_file)); }

TEST(Texture, Patterns) {
  const TextureImage flat = make_texture(builtin(TextureType::k2d, TextureBuiltin::kFlat, 1, 2), no_file);
  EXPECT_EQ(flat.pixels, (Bytes{25, 127, 237, 25, 127, 237}));
  EXPECT_EQ(flat.colorspace, ColorSpace::kAuto);
  EXPECT_EQ(red(builtin(TextureType::k2d, TextureBuiltin::kChecker, 3, 3)),
            (Bytes{25, 229, 229, 229, 25, 25, 229, 25, 25}));
  EXPECT_EQ(red(builtin(TextureType::k2d, TextureBuiltin::kGradient, 5, 4)),
            (Bytes{229, 229, 229, 229, 229, 229, 156, 81, 156, 229, 229, 156, 81, 156, 229, 229, 229, 229, 229, 229}));
  EXPECT_EQ(red(builtin(TextureType::k2d, TextureBuiltin::kGradient, 1, 1)), (Bytes{0}));  // 0 / 0
}

TEST(Texture, Cubes) {
  const TextureImage sky = make_texture(builtin(TextureType::kSkybox, TextureBuiltin::kChecker, 2, 99), no_file);
  EXPECT_EQ(sky.height, 12);
  EXPECT_EQ(red(sky), (Bytes{25,  229, 229, 25,  25,  229, 229, 25, 25, 229, 229, 25, 25, 229, 229, 25,  //
                             229, 25,  25,  229, 229, 25,  25,  229}));
  EXPECT_EQ(red(builtin(TextureType::kCube, TextureBuiltin::kGradient, 2, 0)),
            (Bytes{74, 74, 180, 180, 74, 74, 180, 180, 74, 74, 74, 74, 180, 180, 180, 180,  //
                   74, 74, 180, 180, 74, 74, 180, 180}));
}

TEST(Texture, Marks) {
  Texture t = builtin(TextureType::k2d, TextureBuiltin::kFlat, 3, 3);
  t.mark = TextureMark::kCross;
  EXPECT_EQ(red(t), (Bytes{25, 51, 25, 51, 51, 51, 25, 51, 25}));
  t.mark = TextureMark::kEdge;
  EXPECT_EQ(red(t), (Bytes{51, 51, 51, 51, 25, 51, 51, 51, 51}));
  t = builtin(TextureType::k2d, TextureBuiltin::kFlat, 6, 2);
  t.mark = TextureMark::kRandom;
  t.random = 0.3;
  EXPECT_EQ(red(t), (Bytes{25, 25, 25, 51, 25, 51, 25, 25, 51, 25, 51, 25}));
  t = builtin(TextureType::kCube, TextureBuiltin::kFlat, 2, 0);
  t.mark = TextureMark::kRandom;
  t.random = 0.3;
  EXPECT_EQ(red(t), (Bytes{25,  25,  25,  51,  25, 51, 25, 25, 51, 25, 51, 25,  //
                           229, 229, 229, 229, 25, 25, 51, 51, 25, 51, 25, 51}));
}

// An image whose pixel in row r and column c is (10 r + c) in all channels.
Image numbered(int width, int height, int channels = 3) {
  Image image{width, height, channels, {}, true};
  for (int r = 0; r < height; ++r) {
    for (int c = 0; c < width * channels; ++c) image.pixels.push_back(static_cast<std::uint8_t>(10 * r + c / channels));
  }
  return image;
}

Texture from_file(TextureType type) {
  Texture t;
  t.type = type;
  t.file = "a.png";
  t.rgb1 = {1, 1, 1};
  return t;
}

TEST(Texture, OneFile) {
  const auto read = [](const std::string&) { return numbered(2, 2); };
  const TextureImage plain = make_texture(from_file(TextureType::k2d), read);
  EXPECT_EQ(red(plain), (Bytes{0, 1, 10, 11}));
  EXPECT_EQ(plain.colorspace, ColorSpace::kSrgb);
  const TextureImage cube = make_texture(from_file(TextureType::kCube), read);  // one square stands for six
  EXPECT_EQ(cube.height, 2);
  EXPECT_EQ(red(cube), (Bytes{0, 1, 10, 11}));
}

TEST(Texture, Grid) {
  Texture t = from_file(TextureType::kCube);
  t.gridsize = {{2, 3}};
  t.gridlayout = ".RLU..";
  const TextureImage cube = make_texture(t, [](const std::string&) { return numbered(3, 2); });
  EXPECT_EQ(cube.width, 1);
  EXPECT_EQ(cube.height, 6);
  EXPECT_EQ(red(cube), (Bytes{1, 2, 10, 255, 255, 255}));  // right, left, up; the others have the first colour
}

TEST(Texture, SixFiles) {
  Texture t;
  t.rgb1 = {0, 1, 0};
  t.filefront = "f", t.fileright = "r";
  const auto read = [](const std::string& file) { return numbered(1, 1 + (file == "tall")); };
  EXPECT_EQ(make_texture(t, read).pixels, (Bytes{0, 0, 0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 0, 0, 0, 255, 0}));
  t.fileup = "tall";
  EXPECT_THROW(make_texture(t, read), std::runtime_error);
}

TEST(Texture, Refused) {
  const auto refused = [](Texture t) {
    try {
      make_texture(t, [](const std::string&) { return numbered(3, 2); });
    } catch (const std::runtime_error&) {
      return true;
    }
    return false;
  };
  EXPECT_TRUE(refused(builtin(TextureType::k2d, TextureBuiltin::kFlat, 0, 1)));
  EXPECT_TRUE(refused(builtin(TextureType::k2d, TextureBuiltin::kFlat, 1, 0)));
  EXPECT_TRUE(refused(builtin(TextureType::k2d, TextureBuiltin::kFlat, 100000, 100000)));
  EXPECT_TRUE(refused(builtin(TextureType::kCube, TextureBuiltin::kFlat, 2000000000, 1)));
  Texture gray = builtin(TextureType::k2d, TextureBuiltin::kFlat, 2, 2);
  gray.nchannel = 1;
  EXPECT_TRUE(refused(gray));
  EXPECT_TRUE(refused(from_file(TextureType::kCube)));  // not square
  Texture none = from_file(TextureType::k2d);
  none.file.clear();
  EXPECT_TRUE(refused(none));
  none.type = TextureType::kSkybox;
  EXPECT_TRUE(refused(none));
  for (const IntVec<2> size : {IntVec<2>{{0, 4}}, IntVec<2>{{-1, -1}}, IntVec<2>{{5, 4}}, IntVec<2>{{3, 2}}}) {
    Texture grid = from_file(TextureType::kCube);
    grid.gridsize = size;
    EXPECT_TRUE(refused(grid)) << size[0];
  }
  Texture letters = from_file(TextureType::kCube);
  letters.gridsize = {{2, 3}};
  letters.gridlayout = "x.....";
  EXPECT_TRUE(refused(letters));
}

TEST(Texture, KtxIsKeptAsItIs) {
  const Bytes file = {1, 2, 3};
  const Image image = read_texture_image(std::as_bytes(std::span(file)), "image/ktx", {});
  EXPECT_EQ(image.pixels, file);
  EXPECT_EQ(image.width, 3);
  EXPECT_EQ(image.height * image.channels, 1);
  Texture flipped;
  flipped.hflip = true;
  EXPECT_THROW(read_texture_image(std::as_bytes(std::span(file)), "image/ktx", flipped), std::runtime_error);
  EXPECT_THROW(read_texture_image(std::as_bytes(std::span(file)), "image/jpeg", {}), std::runtime_error);
}

}  // namespace
}  // namespace corten
