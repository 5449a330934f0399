// Textures: generated patterns with marks, images, and the sides of cubes from one file, a grid
// in a file, or a file each.
//
// A gradient mixes two colours by  c = a c1 + (1 - a) c2,  a = (1 + sqrt(2) s / sqrt(1 + s^2)) / 2 clamped to [0, 1],
// where s in [-1, 1] is
//   2d      2 sqrt(x^2 + y^2) - 1                      x, y in [-1, 1] over the image
//   sides   asin(y / sqrt(1 + x^2 + y^2)) / (pi / 2)   elevation of the pixel seen from the centre of the cube
//   up      1 - acos(1 / sqrt(1 + x^2 + y^2)) / (pi / 2), down its negative
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>
#include <string_view>

#include "geometry/files/files.h"

namespace corten {

namespace {

using Color = std::array<std::uint8_t, 3>;

constexpr int kSides = 6;
constexpr std::string_view kSideLetters = "RLUDFB";
constexpr std::string_view kSideNames[kSides] = {"right", "left", "up", "down", "front", "back"};
constexpr int kLeft = 1, kUp = 2, kDown = 3, kFront = 4, kBack = 5;

// MuJoCo: the fraction is cut off; what no integer holds, such as NaN, becomes 0.
std::uint8_t to_byte(double value) {
  return std::abs(value) < 2147483648.0 ? static_cast<std::uint8_t>(static_cast<int>(value)) : std::uint8_t{0};
}

Color to_color(const Vec3& rgb) { return {to_byte(255 * rgb.x), to_byte(255 * rgb.y), to_byte(255 * rgb.z)}; }

Color mix(const Vec3& rgb1, const Vec3& rgb2, double s) {
  const double norm = 1.0 / std::sqrt(2.0);
  double a = 0.5 * (1 + s / std::sqrt(1 + s * s) / norm);
  if (a < 0) a = 0;
  if (a > 1) a = 1;
  Color color;
  for (int i = 0; i < 3; ++i) color[i] = to_byte(255 * (a * rgb1[i] + (1 - a) * rgb2[i]));
  return color;
}

// A rectangle of three-byte pixels within a texture.
class Canvas {
 public:
  Canvas(std::uint8_t* pixels, int width, int height) : pixels_(pixels), width_(width), height_(height) {}
  int width() const { return width_; }
  int height() const { return height_; }
  void set(int row, int column, const Color& color) {
    std::copy(color.begin(), color.end(),
              pixels_ + 3 * (static_cast<std::size_t>(row) * static_cast<std::size_t>(width_) + column));
  }
  void copy(const Canvas& other) {
    std::copy_n(other.pixels_, 3 * static_cast<std::size_t>(width_) * height_, pixels_);
  }
  template <class F>
  void paint(const F& color_at) {
    for (int row = 0; row < height_; ++row) {
      for (int column = 0; column < width_; ++column) set(row, column, color_at(row, column));
    }
  }
  void mark_row(int row, const Color& color) {
    for (int column = 0; column < width_; ++column) set(row, column, color);
  }
  void mark_column(int column, const Color& color) {
    for (int row = 0; row < height_; ++row) set(row, column, color);
  }

 private:
  std::uint8_t* pixels_;
  int width_, height_;
};

Canvas canvas_of(TextureImage& image) { return {image.pixels.data(), image.width, image.height}; }

Canvas side_of(TextureImage& image, int side) {
  const std::size_t size = 3 * static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.width);
  return {image.pixels.data() + side * size, image.width, image.width};
}

void paint_checker(Canvas& canvas, const Color& color1, const Color& color2) {
  canvas.paint([&](int row, int column) {
    return (row < canvas.height() / 2) == (column < canvas.width() / 2) ? color1 : color2;
  });
}

// Coordinates of a pixel in [-1, 1], x to the right and y upwards.
Vec<2> place_of(const Canvas& canvas, int row, int column) {
  return {2 * column / static_cast<double>(canvas.width() - 1) - 1,
          1 - 2 * row / static_cast<double>(canvas.height() - 1)};
}

void paint_2d(const Texture& t, Canvas canvas) {
  const Color color1 = to_color(t.rgb1), color2 = to_color(t.rgb2);
  if (t.builtin == TextureBuiltin::kChecker) return paint_checker(canvas, color1, color2);
  if (t.builtin == TextureBuiltin::kFlat) return canvas.paint([&](int, int) { return color1; });
  canvas.paint([&](int row, int column) {
    const Vec<2> p = place_of(canvas, row, column);
    return mix(t.rgb2, t.rgb1, 2 * std::sqrt(p[0] * p[0] + p[1] * p[1]) - 1);
  });
}

// The four sides are alike, and the elevations of up and down are opposite.
void paint_gradient_cube(const Texture& t, TextureImage& image) {
  constexpr double kRight = 0.5 * M_PI;
  Canvas first = side_of(image, 0), up = side_of(image, kUp), down = side_of(image, kDown);
  for (int row = 0; row < image.width; ++row) {
    for (int column = 0; column < image.width; ++column) {
      const Vec<2> p = place_of(first, row, column);
      const double x = p[0], y = p[1], distance = std::sqrt(1 + x * x + y * y);
      const double elevation = 1 - std::acos(1.0 / distance) / kRight;
      first.set(row, column, mix(t.rgb1, t.rgb2, std::asin(y / distance) / kRight));
      up.set(row, column, mix(t.rgb1, t.rgb2, elevation));
      down.set(row, column, mix(t.rgb1, t.rgb2, -elevation));
    }
  }
  for (const int side : {kLeft, kFront, kBack}) side_of(image, side).copy(first);
}

void paint_cube(const Texture& t, TextureImage& image) {
  if (t.builtin == TextureBuiltin::kGradient) return paint_gradient_cube(t, image);
  const Color color1 = to_color(t.rgb1), color2 = to_color(t.rgb2);
  for (int side = 0; side < kSides; ++side) {
    Canvas canvas = side_of(image, side);
    if (t.builtin == TextureBuiltin::kChecker) {
      side < kFront ? paint_checker(canvas, color1, color2) : paint_checker(canvas, color2, color1);
    } else {
      canvas.paint([&](int, int) { return side == kDown ? color2 : color1; });
    }
  }
}

void mark(const Texture& t, Canvas canvas) {
  const Color color = to_color(t.markrgb);
  if (t.mark == TextureMark::kEdge) {
    canvas.mark_row(0, color), canvas.mark_row(canvas.height() - 1, color);
    canvas.mark_column(0, color), canvas.mark_column(canvas.width() - 1, color);
  } else if (t.mark == TextureMark::kCross) {
    canvas.mark_row(canvas.height() / 2, color);
    canvas.mark_column(canvas.width() / 2, color);
  }
}

// MuJoCo: the same dots in every model, where the numbers of an engine with seed 42, over 2^64, are below `random`.
void mark_at_random(const Texture& t, Canvas canvas) {
  const Color color = to_color(t.markrgb);
  const double limit = std::ldexp(t.random, 64);
  std::mt19937_64 engine(42);
  for (int row = 0; row < canvas.height(); ++row) {
    for (int column = 0; column < canvas.width(); ++column) {
      if (static_cast<double>(engine()) < limit) canvas.set(row, column, color);
    }
  }
}

// Memory for the pixels; a Model counts its bytes with an int.
void allocate(TextureImage& image, int width, std::int64_t height) {
  const double bytes = static_cast<double>(width) * static_cast<double>(height) * image.channels;
  if (!(bytes <= std::numeric_limits<int>::max())) {
    throw std::runtime_error(
        fmt::format("a texture of {} x {} pixels is too large; at most 2 GB are possible", width, height));
  }
  image.width = width;
  image.height = static_cast<int>(height);
  image.pixels.assign(static_cast<std::size_t>(bytes), 0);
}

TextureImage generate(const Texture& t) {
  TextureImage image{0, 0, t.nchannel, t.colorspace, {}};
  const bool cube = t.type != TextureType::k2d;
  if (t.width < 1)
    throw std::runtime_error(fmt::format("width must be positive for a builtin texture, it is {}", t.width));
  if (!cube && t.height < 1) {
    throw std::runtime_error(fmt::format("height must be positive for a builtin 2d texture, it is {}", t.height));
  }
  // MuJoCo: patterns have three bytes per pixel whatever nchannel says; with fewer there would be no room for them.
  if (t.nchannel < 3) throw std::runtime_error("a builtin texture needs nchannel=\"3\" or \"4\"");
  allocate(image, t.width, cube ? kSides * static_cast<std::int64_t>(t.width) : t.height);
  if (cube) {
    paint_cube(t, image);
    for (int side = 0; side < kSides; ++side) mark(t, side_of(image, side));
  } else {
    paint_2d(t, canvas_of(image));
    mark(t, canvas_of(image));
  }
  if (t.mark == TextureMark::kRandom && t.random > 0) mark_at_random(t, canvas_of(image));
  return image;
}

// ---- from files

ColorSpace colorspace_of(const Texture& t, const Image& image) {
  if (t.colorspace != ColorSpace::kAuto) return t.colorspace;
  return image.srgb ? ColorSpace::kSrgb : ColorSpace::kLinear;
}

// Copies a square of the image, whose top left corner is given, to one side of a cube.
void copy_side(const Image& from, int row, int column, int side, TextureImage& to) {
  const std::size_t channels = to.channels, line = channels * to.width;
  for (int i = 0; i < to.width; ++i) {
    const std::size_t start = channels * ((static_cast<std::size_t>(row) + i) * from.width + column);
    std::copy_n(from.pixels.data() + start, line,
                to.pixels.data() + (static_cast<std::size_t>(side) * to.width + i) * line);
  }
}

// Sides without an image have the first colour.
void fill_side(const Texture& t, int side, TextureImage& to) {
  const Color color = to_color(t.rgb1);
  const std::size_t size = static_cast<std::size_t>(to.width) * static_cast<std::size_t>(to.width);
  std::uint8_t* pixel = to.pixels.data() + side * size * to.channels;
  for (std::size_t i = 0; i < size; ++i) {
    for (int k = 0; k < to.channels; ++k) *pixel++ = k < 3 ? color[k] : std::uint8_t{255};
  }
}

TextureImage cube_of_one_file(const Texture& t, const Image& image) {
  const int rows = t.gridsize[0], columns = t.gridsize[1];
  TextureImage cube{0, 0, image.channels, colorspace_of(t, image), {}};
  if (image.width % columns != 0 || image.height % rows != 0 || image.width / columns != image.height / rows) {
    throw std::runtime_error(fmt::format(
        "file '{}' has {} x {} pixels (width x height), which gridsize=\"{} {}\" does not divide into squares; "
        "gridsize is rows, columns, and an image for all sides is square",
        t.file, image.width, image.height, rows, columns));
  }
  if (rows == 1 && columns == 1) {
    allocate(cube, image.width, image.width);
    copy_side(image, 0, 0, 0, cube);
    return cube;
  }
  const int width = image.width / columns;
  allocate(cube, width, kSides * static_cast<std::int64_t>(width));
  std::array<bool, kSides> given{};
  for (int cell = 0; cell < rows * columns; ++cell) {
    const char letter = cell < std::ssize(t.gridlayout) ? t.gridlayout[cell] : '.';
    if (letter == '.') continue;
    const std::size_t side = kSideLetters.find(letter);
    if (side == kSideLetters.npos) {
      throw std::runtime_error(fmt::format("gridlayout has '{}', possible are . R L U D F B", letter));
    }
    copy_side(image, width * (cell / columns), width * (cell % columns), static_cast<int>(side), cube);
    given[side] = true;
  }
  for (int side = 0; side < kSides; ++side) {
    if (!given[side]) fill_side(t, side, cube);
  }
  return cube;
}

TextureImage cube_of_six_files(const Texture& t, const ImageOfFile& image_of) {
  const std::string* files[kSides] = {&t.fileright, &t.fileleft, &t.fileup, &t.filedown, &t.filefront, &t.fileback};
  TextureImage cube{0, 0, t.nchannel, t.colorspace, {}};
  for (int side = 0; side < kSides; ++side) {
    if (files[side]->empty()) continue;
    const Image image = image_of(*files[side]);
    if (image.width != image.height) {
      throw std::runtime_error(fmt::format("file{} '{}' has {} x {} pixels, the sides of a cube are square",
                                           kSideNames[side], *files[side], image.width, image.height));
    }
    if (cube.pixels.empty()) {
      cube.channels = image.channels;
      allocate(cube, image.width, kSides * static_cast<std::int64_t>(image.width));
    }
    if (image.width != cube.width || image.channels != cube.channels) {
      throw std::runtime_error(
          fmt::format("file{} '{}' has {} x {} pixels, the sides before it {} x {}; all must be equal",
                      kSideNames[side], *files[side], image.width, image.height, cube.width, cube.width));
    }
    if (cube.colorspace == ColorSpace::kAuto) cube.colorspace = colorspace_of(t, image);
    copy_side(image, 0, 0, side, cube);
  }
  for (int side = 0; side < kSides; ++side) {
    if (files[side]->empty()) fill_side(t, side, cube);
  }
  return cube;
}

void check_grid(const Texture& t) {
  constexpr int kMostCells = 12;
  const int rows = t.gridsize[0], columns = t.gridsize[1];
  if (rows < 1 || columns < 1 || static_cast<std::int64_t>(rows) * columns > kMostCells) {
    throw std::runtime_error(
        fmt::format("gridsize must be positive and at most {} squares, it is \"{} {}\"", kMostCells, rows, columns));
  }
}

void flip(Image& image, bool left_right, bool top_bottom) {
  const std::size_t channels = image.channels, line = channels * image.width;
  for (int row = 0; left_right && row < image.height; ++row) {
    std::uint8_t* start = image.pixels.data() + row * line;
    for (int c = 0; c < image.width / 2; ++c) {
      std::swap_ranges(start + channels * c, start + channels * (c + 1), start + line - channels * (c + 1));
    }
  }
  for (int row = 0; top_bottom && row < image.height / 2; ++row) {
    std::uint8_t* start = image.pixels.data() + row * line;
    std::swap_ranges(start, start + line, image.pixels.data() + (image.height - 1 - row) * line);
  }
}

}  // namespace

TextureImage make_texture(const Texture& t, const ImageOfFile& image_of) {
  if (t.builtin != TextureBuiltin::kNone) return generate(t);
  const bool cube = t.type != TextureType::k2d;
  if (!t.file.empty()) {
    if (cube) check_grid(t);
    Image image = image_of(t.file);
    if (cube) return cube_of_one_file(t, image);
    return {image.width, image.height, image.channels, colorspace_of(t, image), std::move(image.pixels)};
  }
  if (!cube) throw std::runtime_error("a 2d texture needs builtin or file");
  if (t.fileright.empty() && t.fileleft.empty() && t.fileup.empty() && t.filedown.empty() && t.filefront.empty() &&
      t.fileback.empty()) {
    throw std::runtime_error(
        "a texture needs builtin, file or at least one of fileright, fileleft, fileup, filedown, "
        "filefront, fileback");
  }
  return cube_of_six_files(t, image_of);
}

Image read_texture_image(std::span<const std::byte> bytes, const std::string& content_type, const Texture& t) {
  if (content_type == "image/png") {
    if (t.nchannel != 1 && t.nchannel != 3 && t.nchannel != 4) {
      throw std::runtime_error(fmt::format("nchannel must be 1, 3 or 4 for an image file, it is {}", t.nchannel));
    }
    Image image = read_png(bytes, t.nchannel);
    flip(image, t.hflip, t.vflip);
    return image;
  }
  if (content_type == "image/ktx") {
    if (t.hflip || t.vflip) throw std::runtime_error("a KTX image cannot be flipped; remove hflip and vflip");
    Image image{static_cast<int>(bytes.size()), 1, 1, {}, false};
    const auto* first = reinterpret_cast<const std::uint8_t*>(bytes.data());
    image.pixels.assign(first, first + bytes.size());
    return image;
  }
  throw std::runtime_error(
      fmt::format("textures are read from PNG and KTX files, not from content of type '{}'", content_type));
}

}  // namespace corten
