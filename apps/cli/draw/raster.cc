// Pixels: the coverage of a stroke at a pixel is 1/2 + (its half width) - (the distance of the pixel's centre from it),
// kept between 0 and 1. Where parts of a stroke overlap the larger one counts, so that joints are not darker.
#include <algorithm>
#include <cmath>
#include <span>

#include "cli/draw/picture.h"
#include "geometry/files/files.h"

namespace corten::draw {

namespace {

// The dashes of a polyline, by its length.
std::vector<std::vector<Point>> dashes(const std::vector<Point>& points) {
  std::vector<std::vector<Point>> out;
  double left = kDash;
  bool on = true;
  if (!points.empty()) out.push_back({points[0]});
  for (std::size_t i = 1; i < points.size(); ++i) {
    Point a = points[i - 1];
    const Point& b = points[i];
    double length = std::hypot(b.x - a.x, b.y - a.y);
    while (length > left) {
      a = {a.x + (b.x - a.x) * left / length, a.y + (b.y - a.y) * left / length};
      length -= left;
      on ? out.back().push_back(a) : out.push_back({a});
      on = !on, left = on ? kDash : kGap;
    }
    left -= length;
    if (on) out.back().push_back(b);
  }
  return out;
}

class Raster {
 public:
  Raster(double width, double height, double scale)
      : scale_(scale),
        image_{static_cast<int>(std::lround(width * scale)), static_cast<int>(std::lround(height * scale)), 3, {}} {
    const std::size_t pixels = static_cast<std::size_t>(image_.width) * static_cast<std::size_t>(image_.height);
    image_.pixels.assign(3 * pixels, 255);
    coverage_.assign(pixels, 0);
  }

  void stroke(const std::vector<Point>& points, double width, const Colour& colour) {
    const double half = width * scale_ / 2;
    Box all;
    for (std::size_t i = 0; i < std::max<std::size_t>(points.size(), 2) - 1 && !points.empty(); ++i) {
      const Point a = scaled(points[i]), b = scaled(points[std::min(i + 1, points.size() - 1)]);
      const Box box = around(a, b, half + 1);
      for (int y = box.top; y <= box.bottom; ++y) {
        for (int x = box.left; x <= box.right; ++x) {
          double& now = coverage_[at(x, y)];
          now = std::max(now, std::clamp(half + 0.5 - distance({x + 0.5, y + 0.5}, a, b), 0.0, 1.0));
        }
      }
      all = {std::min(all.left, box.left), std::min(all.top, box.top), std::max(all.right, box.right),
             std::max(all.bottom, box.bottom)};
    }
    paint(all, colour);
  }

  const Image& image() const { return image_; }

 private:
  struct Box {
    int left = 1 << 30, top = 1 << 30, right = -1, bottom = -1;
  };

  Point scaled(const Point& p) const { return {p.x * scale_, p.y * scale_}; }
  std::size_t at(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(image_.width) + static_cast<std::size_t>(x);
  }

  Box around(const Point& a, const Point& b, double margin) const {
    const auto low = [&](double u, double v) { return static_cast<int>(std::max(0.0, std::min(u, v) - margin)); };
    const auto high = [&](double u, double v, int size) {
      return static_cast<int>(std::min(size - 1.0, std::max(u, v) + margin));
    };
    return {low(a.x, b.x), low(a.y, b.y), high(a.x, b.x, image_.width), high(a.y, b.y, image_.height)};
  }

  // Lays the colour over the image where there is coverage, and forgets it.
  void paint(const Box& box, const Colour& colour) {
    const double ink[] = {double(colour.red), double(colour.green), double(colour.blue)};
    for (int y = box.top; y <= box.bottom; ++y) {
      for (int x = box.left; x <= box.right; ++x) {
        const double part = coverage_[at(x, y)] * colour.opacity;
        coverage_[at(x, y)] = 0;
        for (std::size_t k = 0; k < 3; ++k) {
          std::uint8_t& pixel = image_.pixels[3 * at(x, y) + k];
          pixel = static_cast<std::uint8_t>(std::lround(pixel + part * (ink[k] - pixel)));
        }
      }
    }
  }

  double scale_;
  Image image_;
  std::vector<double> coverage_;
};

void write(Raster& raster, const Words& words, const Colour& ink) {
  const Lettering lettering = letter(words.text, words.size);
  const double shift = words.anchor == Anchor::kStart    ? 0
                       : words.anchor == Anchor::kMiddle ? -lettering.width / 2
                                                         : -lettering.width;
  for (std::vector<Point> points : lettering.strokes) {
    for (Point& p : points) {
      const double along = p.x + shift;
      p = words.upwards ? Point{words.at.x + p.y, words.at.y - along} : Point{words.at.x + along, words.at.y + p.y};
    }
    raster.stroke(points, words.size / 11, ink);
  }
}

}  // namespace

double distance(const Point& p, const Point& a, const Point& b) {
  const double dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
  const double t = square > 0 ? std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / square, 0.0, 1.0) : 0;
  return std::hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

std::vector<std::byte> to_png(const Picture& picture, double scale) {
  Raster raster(picture.width, picture.height, scale);
  for (const Stroke& stroke : picture.strokes) {
    if (!stroke.dashed)
      raster.stroke(stroke.points, stroke.width, stroke.colour);
    else
      for (const auto& dash : dashes(stroke.points)) raster.stroke(dash, stroke.width, stroke.colour);
  }
  for (const Words& words : picture.words) write(raster, words, picture.ink);
  return write_png(raster.image());
}

}  // namespace corten::draw
