#include "cli/draw/picture.h"

#include <gtest/gtest.h>

#include <string>

#include "geometry/files/files.h"

namespace corten::draw {
namespace {

Picture line_and_word() {
  Picture picture;
  picture.width = 40, picture.height = 20, picture.title = "a < b & \"c\"";
  picture.strokes.push_back({"up & down", {{2, 10}, {30.126, 10}}, {255, 0, 0}, 2});
  picture.words.push_back({{1, 2}, "5 > 3\x01\xff", 12, Anchor::kEnd, true});
  return picture;
}

TEST(Svg, TextIsEscapedAndNumbersAreShort) {
  EXPECT_EQ(
      to_svg(line_and_word()),
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"20\" viewBox=\"0 0 40 20\" role=\"img\">\n"
      "<title>a &lt; b &amp; \"c\"</title>\n<desc></desc>\n"
      "<style>text { fill: #000000 } .curve { stroke-width: 2; stroke-linejoin: round }</style>\n"
      "<g fill=\"none\" font-family=\"system-ui, sans-serif\" font-size=\"12\">\n"
      "<polyline class=\"curve\" stroke=\"#ff0000\" points=\"2,10 30.13,10\"><title>up &amp; down</title></polyline>\n"
      "<text x=\"1\" y=\"2\" text-anchor=\"end\" transform=\"rotate(-90 1 2)\">5 &gt; 3?\?</text>\n"
      "</g>\n</svg>\n");
}

class Pixels {
 public:
  explicit Pixels(const Picture& picture) : image_(read_png(to_png(picture, 1), 3)) {}
  const Image& image() const { return image_; }
  int green(int x, int y) const { return image_.pixels[static_cast<std::size_t>(3 * (y * image_.width + x) + 1)]; }

 private:
  Image image_;
};

// A line of two pixels' width covers the two rows beside its centre and nothing else.
TEST(Raster, CoverageIsThatOfTheLine) {
  Picture picture = line_and_word();
  picture.words.clear();
  const Pixels full(picture);
  EXPECT_EQ(full.image().width, 40);
  EXPECT_EQ(full.image().height, 20);
  for (const int x : {3, 15, 28}) {
    EXPECT_EQ(full.green(x, 9), 0) << x;
    EXPECT_EQ(full.green(x, 10), 0) << x;
    EXPECT_EQ(full.green(x, 8), 255) << x;
    EXPECT_EQ(full.green(x, 11), 255) << x;
  }
  EXPECT_EQ(full.green(35, 9), 255);
  // Moved by a quarter of a pixel, a quarter of it goes to the next row; half of the ink makes half of that.
  picture.strokes[0].points = {{2, 10.25}, {30, 10.25}};
  EXPECT_NEAR(Pixels(picture).green(15, 11), 255 * 0.75, 1);
  picture.strokes[0].colour.opacity = 0.5;
  EXPECT_NEAR(Pixels(picture).green(15, 11), 255 * 0.875, 1);
}

TEST(Raster, DashesLeaveGaps) {
  Picture picture = line_and_word();
  picture.words.clear();
  picture.strokes[0].dashed = true;
  const Pixels dashed(picture);
  EXPECT_EQ(dashed.green(4, 9), 0);     // 2 to 9
  EXPECT_EQ(dashed.green(11, 9), 255);  // 9 to 13
  EXPECT_EQ(dashed.green(15, 9), 0);    // 13 to 20
}

TEST(Raster, WhatLiesOutsideIsLeftOut) {
  Picture picture = line_and_word();
  picture.strokes[0].points = {{-1e6, -50}, {1e6, 70}};
  EXPECT_EQ(Pixels(picture).image().height, 20);
}

TEST(Font, EveryCharacterHasStrokes) {
  for (char c = '!'; c <= '~'; ++c) {
    const Lettering one = letter(std::string(1, c), 12);
    ASSERT_FALSE(one.strokes.empty()) << c;
    for (const auto& stroke : one.strokes) {
      EXPECT_FALSE(stroke.empty()) << c;
      for (const Point& p : stroke) EXPECT_TRUE(p.x >= 0 && p.x <= one.width && p.y >= -12 && p.y <= 4) << c;
    }
  }
  EXPECT_NEAR(letter("ab", 12).width, letter("a", 12).width + letter("b", 12).width, 1e-12);
  EXPECT_EQ(letter("\xc3\xa4", 12).strokes.size(), 1u) << "a box stands for what there is no letter for";
  EXPECT_GT(letter(" ", 12).width, 0);
}

}  // namespace
}  // namespace corten::draw
