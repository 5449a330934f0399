// SVG: curves are polylines with a <title>, words are <text>; what looks alike has a class.
//
// Numbers have a hundredth of a pixel at most, which is finer than anybody can see.
#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "cli/draw/picture.h"

namespace corten::draw {

namespace {

// The length of the UTF-8 character at the start, 0 if it is none.
std::size_t character(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const std::size_t length = first < 0x80 ? 1 : first >> 5 == 6 ? 2 : first >> 4 == 14 ? 3 : first >> 3 == 30 ? 4 : 0;
  if (length == 0 || length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xc0) != 0x80) return 0;
  }
  return length;
}

// Text for XML: what means something there is escaped, what may not stand there becomes a question mark.
std::string escaped(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t length = character(text);
    const char c = text[0];
    if (length == 0 || (length == 1 && static_cast<unsigned char>(c) < 0x20)) {
      out += '?';
    } else if (c == '&' || c == '<' || c == '>') {
      out += c == '&' ? "&amp;" : c == '<' ? "&lt;" : "&gt;";
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return out;
}

// With up to two decimals: 12, 12.5, 12.25.
std::string number(double value) {
  const double rounded = std::round(value * 100) / 100;
  return fmt::format("{:.10g}", rounded == 0 ? 0.0 : rounded);  // no -0
}

std::string hex(const Colour& c) { return fmt::format("#{:02x}{:02x}{:02x}", c.red, c.green, c.blue); }

void add(std::string& out, const Stroke& stroke) {
  out += stroke.name.empty() ? "<polyline" : "<polyline class=\"curve\"";
  fmt::format_to(std::back_inserter(out), " stroke=\"{}\"", hex(stroke.colour));
  if (stroke.colour.opacity < 1)
    fmt::format_to(std::back_inserter(out), " stroke-opacity=\"{}\"", number(stroke.colour.opacity));
  if (stroke.name.empty() && stroke.width != 1)
    fmt::format_to(std::back_inserter(out), " stroke-width=\"{}\"", number(stroke.width));
  if (stroke.dashed)
    fmt::format_to(std::back_inserter(out), " stroke-dasharray=\"{} {}\"", number(kDash), number(kGap));
  out += " points=\"";
  for (std::size_t i = 0; i < stroke.points.size(); ++i) {
    if (i > 0) out += ' ';
    out += number(stroke.points[i].x) + "," + number(stroke.points[i].y);
  }
  out += stroke.name.empty() ? "\"/>\n" : "\"><title>" + escaped(stroke.name) + "</title></polyline>\n";
}

void add(std::string& out, const Words& words) {
  static constexpr const char* kAnchors[] = {"", " text-anchor=\"middle\"", " text-anchor=\"end\""};
  const std::string x = number(words.at.x), y = number(words.at.y);
  fmt::format_to(std::back_inserter(out), "<text x=\"{}\" y=\"{}\"{}", x, y, kAnchors[static_cast<int>(words.anchor)]);
  if (words.size != 12) fmt::format_to(std::back_inserter(out), " font-size=\"{}\"", number(words.size));
  if (words.upwards) fmt::format_to(std::back_inserter(out), " transform=\"rotate(-90 {} {})\"", x, y);
  fmt::format_to(std::back_inserter(out), ">{}</text>\n", escaped(words.text));
}

}  // namespace

std::string to_svg(const Picture& picture) {
  double curve = 1;
  for (const Stroke& stroke : picture.strokes) {
    if (!stroke.name.empty()) curve = stroke.width;
  }
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" role=\"img\">\n"
      "<title>{2}</title>\n<desc>{3}</desc>\n"
      "<style>text {{ fill: {4} }} .curve {{ stroke-width: {5}; stroke-linejoin: round }}</style>\n"
      "<g fill=\"none\" font-family=\"system-ui, sans-serif\" font-size=\"12\">\n",
      number(picture.width), number(picture.height), escaped(picture.title), escaped(picture.description),
      hex(picture.ink), number(curve));
  for (const Stroke& stroke : picture.strokes) add(out, stroke);
  for (const Words& words : picture.words) add(out, words);
  return out + "</g>\n</svg>\n";
}

}  // namespace corten::draw
