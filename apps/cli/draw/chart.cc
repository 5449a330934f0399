// Panels stand one below the other with their legends at the right. Axes end at ticks, so that small changes of the
// numbers do not change the frame.
#include "cli/draw/chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace corten::draw {

namespace {

// Okabe and Ito's colours without black and yellow, which vanish on dark and on light pages. After them come dashes.
constexpr Colour kPalette[] = {{0x00, 0x72, 0xb2}, {0xd5, 0x5e, 0x00}, {0x00, 0x9e, 0x73},
                               {0xcc, 0x79, 0xa7}, {0xe6, 0x9f, 0x00}, {0x56, 0xb4, 0xe9}};
constexpr Colour kInk = {0x76, 0x76, 0x76};         // a contrast of 4.5 with white and of 4.6 with black
constexpr Colour kGrid = {0x76, 0x76, 0x76, 0.25};  // the same, faint

constexpr double kWidth = 720, kTop = 36, kBottom = 46, kBetween = 20, kBetweenLabelled = 50;  // pixels
constexpr double kLetter = 6.6, kSmall = 12, kTitle = 15, kLine = 18, kSample = 22;
constexpr double kCurve = 1.8;              // width of a curve
constexpr double kTolerance = 0.05;         // of simplified curves
constexpr std::size_t kLegendLetters = 26;  // longer names are shortened
constexpr double kLargest = 1e300;          // numbers beyond are gaps

bool drawable(double x, double y) { return std::abs(x) < kLargest && std::abs(y) < kLargest; }

std::string shortened(const std::string& name) {
  return name.size() <= kLegendLetters ? name : name.substr(0, kLegendLetters - 3) + "...";
}

Axis axis_of(const Panel& panel, std::vector<double> Curve::*values, int about) {
  double least = std::numeric_limits<double>::infinity(), most = -least;
  for (const Curve& curve : panel.curves) {
    for (std::size_t i = 0; i < curve.x.size(); ++i) {
      if (!drawable(curve.x[i], curve.y[i])) continue;
      least = std::min(least, (curve.*values)[i]), most = std::max(most, (curve.*values)[i]);
    }
  }
  return least <= most ? draw::axis_of(least, most, about) : Axis();
}

struct Frame {
  double left, top, right, bottom;
  Axis x, y;

  double at_x(double value) const { return left + (right - left) * ((value - x.low) / (x.high - x.low)); }
  double at_y(double value) const { return bottom - (bottom - top) * ((value - y.low) / (y.high - y.low)); }
};

int tick_count(const Axis& axis) { return static_cast<int>(std::lround((axis.high - axis.low) / axis.step)); }
double tick(const Axis& axis, int i) { return axis.step * (std::round(axis.low / axis.step) + i); }

void add_axes(Picture& picture, const Frame& frame) {
  for (int i = 0; i <= tick_count(frame.x); ++i) {
    const double value = tick(frame.x, i), x = frame.at_x(value);
    picture.strokes.push_back({"", {{x, frame.top}, {x, frame.bottom}}, kGrid});
    picture.words.push_back({{x, frame.bottom + 16}, tick_label(frame.x, value), kSmall, Anchor::kMiddle});
  }
  for (int i = 0; i <= tick_count(frame.y); ++i) {
    const double value = tick(frame.y, i), y = frame.at_y(value);
    picture.strokes.push_back({"", {{frame.left, y}, {frame.right, y}}, kGrid});
    picture.words.push_back({{frame.left - 6, y + 4}, tick_label(frame.y, value), kSmall, Anchor::kEnd});
  }
  picture.strokes.push_back(
      {"", {{frame.left, frame.top}, {frame.left, frame.bottom}, {frame.right, frame.bottom}}, kInk});
}

// The style of the i-th curve of a panel.
Stroke pen(std::size_t i) {
  constexpr std::size_t kColours = std::size(kPalette);
  return {"", {}, kPalette[i % kColours], kCurve, i / kColours % 2 == 1};
}

void add_curve(Picture& picture, const Frame& frame, const Curve& curve, std::size_t index) {
  std::vector<Point> points;
  const auto finish = [&] {
    if (points.empty()) return;
    Stroke stroke = pen(index);
    stroke.name = curve.name;
    stroke.points = simplified(points, kTolerance);
    if (stroke.points.size() == 1) stroke.points.push_back(stroke.points[0]);  // a dot
    picture.strokes.push_back(std::move(stroke));
    points.clear();
  };
  for (std::size_t i = 0; i < curve.x.size(); ++i) {
    if (drawable(curve.x[i], curve.y[i]))
      points.push_back({frame.at_x(curve.x[i]), frame.at_y(curve.y[i])});
    else
      finish();
  }
  finish();
}

void add_legend(Picture& picture, const Frame& frame, const Panel& panel) {
  const auto room = static_cast<std::size_t>((frame.bottom - frame.top) / kLine);
  const bool all = panel.curves.size() <= room;
  const std::size_t shown = all ? panel.curves.size() : room - 1;
  const double left = frame.right + 14;
  for (std::size_t i = 0; i < shown; ++i) {
    const double y = frame.top + kLine * (static_cast<double>(i) + 0.5);
    Stroke sample = pen(i);
    sample.points = {{left, y}, {left + kSample, y}};
    picture.strokes.push_back(std::move(sample));
    picture.words.push_back({{left + kSample + 6, y + 4}, shortened(panel.curves[i].name)});
  }
  if (!all) {
    picture.words.push_back({{left, frame.top + kLine * (static_cast<double>(shown) + 0.5) + 4},
                             fmt::format("... and {} more", panel.curves.size() - shown)});
  }
}

bool has_legend(const Panel& panel) { return panel.curves.size() > 1; }

// The space that legends take at the right.
double legend_width(const Chart& chart) {
  double width = 24;
  for (const Panel& panel : chart.panels) {
    for (const Curve& curve : panel.curves) {
      if (!has_legend(panel)) continue;
      const double letters = std::max(14.0, static_cast<double>(shortened(curve.name).size()));
      width = std::max(width, 14 + kSample + 6 + kLetter * letters + 8);
    }
  }
  return width;
}

// The space that tick labels and the label of the y axis take at the left.
double label_width(const std::vector<Frame>& frames) {
  std::size_t letters = 1;
  for (const Frame& frame : frames) {
    for (int i = 0; i <= tick_count(frame.y); ++i)
      letters = std::max(letters, tick_label(frame.y, tick(frame.y, i)).size());
  }
  return 34 + kLetter * static_cast<double>(letters);
}

// Panels that share their x axis have one label below the last of them.
bool labels_x(const Chart& chart, std::size_t panel) {
  return panel + 1 == chart.panels.size() || chart.panels[panel + 1].x_label != chart.panels[panel].x_label;
}

std::vector<Frame> frames_of(const Chart& chart) {
  const std::size_t count = chart.panels.size();
  const double height = count == 1 ? 300 : count == 2 ? 220 : 170;
  std::vector<Frame> frames;
  for (const Panel& panel : chart.panels) {
    frames.push_back({0, 0, 0, 0, axis_of(panel, &Curve::x, 7), axis_of(panel, &Curve::y, count == 1 ? 6 : 4)});
  }
  double top = kTop;
  const double left = label_width(frames), right = kWidth - legend_width(chart);
  for (std::size_t i = 0; i < count; ++i) {
    Frame& frame = frames[i];
    frame.left = left, frame.right = right, frame.top = top, frame.bottom = top + height;
    top = frame.bottom + (labels_x(chart, i) ? kBetweenLabelled : kBetween) + kSmall;
  }
  return frames;
}

std::string description(const Chart& chart) {
  std::string text;
  for (const Panel& panel : chart.panels) {
    text += fmt::format("{}{} over {}:", text.empty() ? "" : "; ", panel.y_label, panel.x_label);
    for (std::size_t i = 0; i < panel.curves.size(); ++i) text += (i ? ", " : " ") + panel.curves[i].name;
  }
  return text;
}

}  // namespace

Axis axis_of(double least, double most, int about) {
  const double size = std::max(std::abs(least), std::abs(most));
  if (most - least <= 1e-11 * size || most - least < 1e-290) {  // a constant, perhaps with noise
    const double pad = size > 1e-280 ? 0.1 * size : 1;
    least -= pad, most += pad;
  }
  const double rough = (most - least) / about, power = std::pow(10, std::floor(std::log10(rough)));
  const double digit = rough / power;
  const double step = power * (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10);
  // A number that passes a tick by less than can be seen does not take the axis further.
  constexpr double kSlack = 1e-3;
  return {step * std::floor(least / step + kSlack), step * std::ceil(most / step - kSlack), step};
}

std::string tick_label(const Axis& axis, double value) {
  const double size = std::max(std::abs(axis.low), std::abs(axis.high));
  if (std::abs(value) < axis.step / 2) return "0";
  const int last = static_cast<int>(std::floor(std::log10(axis.step) + 1e-9));  // its power of ten
  if (size < 1e6 && last > -5) return fmt::format("{:.{}f}", value, std::max(0, -last));
  const int first = static_cast<int>(std::floor(std::log10(std::abs(value)) + 1e-9));
  return fmt::format("{:.{}e}", value, std::clamp(first - last, 0, 15));
}

std::vector<Point> simplified(const std::vector<Point>& points, double tolerance) {
  std::vector<Point> kept;
  if (points.empty()) return kept;
  kept.push_back(points[0]);
  // From the last point that was kept, lines between the directions `low` and `high` pass all that followed closely
  // enough. They start anew where the curve leaves that wedge or turns back.
  Point last = points[0];
  double base = 0, low = 0, high = 0, far = 0;
  for (std::size_t i = 1; i < points.size(); ++i) {
    const Point& p = points[i];
    for (int attempt = 0; attempt < 2; ++attempt) {
      const Point& from = kept.back();
      const double distance = std::hypot(p.x - from.x, p.y - from.y);
      if (distance <= tolerance && far == 0) break;
      const double direction = std::atan2(p.y - from.y, p.x - from.x);
      const double spread = distance > tolerance ? std::asin(tolerance / distance) : std::numbers::pi;
      if (far == 0) base = direction, low = -spread, high = spread, far = distance;
      const double turn = std::remainder(direction - base, 2 * std::numbers::pi);
      if (turn >= low && turn <= high && distance >= far - tolerance) {
        low = std::max(low, turn - spread), high = std::min(high, turn + spread), far = std::max(far, distance);
        break;
      }
      kept.push_back(last), far = 0;
    }
    last = p;
  }
  if (points.size() > 1) kept.push_back(last);
  return kept;
}

Picture layout(const Chart& chart) {
  Picture picture;
  picture.title = chart.title, picture.description = description(chart), picture.ink = kInk;
  const std::vector<Frame> frames = frames_of(chart);
  picture.width = kWidth;
  picture.height = (frames.empty() ? kTop : frames.back().bottom) + kBottom;
  picture.words.push_back({{kWidth / 2, 22}, chart.title, kTitle, Anchor::kMiddle});
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const Panel& panel = chart.panels[i];
    const Frame& frame = frames[i];
    add_axes(picture, frame);
    const double middle = (frame.left + frame.right) / 2, side = (frame.top + frame.bottom) / 2;
    if (labels_x(chart, i))
      picture.words.push_back({{middle, frame.bottom + 36}, panel.x_label, kSmall, Anchor::kMiddle});
    picture.words.push_back({{16, side}, panel.y_label, kSmall, Anchor::kMiddle, true});
    for (std::size_t k = 0; k < panel.curves.size(); ++k) add_curve(picture, frame, panel.curves[k], k);
    if (has_legend(panel)) add_legend(picture, frame, panel);
  }
  return picture;
}

}  // namespace corten::draw
