// A picture as strokes and words, before it is an SVG or a PNG file. Coordinates are pixels, y points down.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace corten::draw {

struct Point {
  double x = 0, y = 0;
};

// The distance of a point from the line between two others.
double distance(const Point& p, const Point& a, const Point& b);

struct Colour {
  std::uint8_t red = 0, green = 0, blue = 0;
  double opacity = 1;
  bool operator==(const Colour&) const = default;
};

struct Stroke {
  std::string name;  // of a curve; empty for axes and the like
  std::vector<Point> points;
  Colour colour;
  double width = 1;
  bool dashed = false;
};

enum class Anchor { kStart, kMiddle, kEnd };

struct Words {
  Point at;  // on the base line
  std::string text;
  double size = 12;
  Anchor anchor = Anchor::kStart;
  bool upwards = false;  // turned by a quarter, read from below
};

struct Picture {
  double width = 0, height = 0;
  std::string title, description;
  Colour ink;  // of all words
  std::vector<Stroke> strokes;
  std::vector<Words> words;
};

inline constexpr double kDash = 7, kGap = 4;  // of a dashed stroke

// The picture as text: no background, so that it can stand on light and on dark pages.
std::string to_svg(const Picture& picture);

// The picture on white as a PNG file with `scale` pixels for one of ours.
std::vector<std::byte> to_png(const Picture& picture, double scale = 2);

// Text as strokes: letters with `size` pixels from one base line to the next, beginning at the origin.
struct Lettering {
  std::vector<std::vector<Point>> strokes;
  double width = 0;
};
Lettering letter(std::string_view text, double size);

}  // namespace corten::draw
