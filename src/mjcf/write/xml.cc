// Characters that XML gives a meaning, and those that a reader would change to spaces, are written as entities.
#include "mjcf/write/writer.h"

namespace corten::mjcf {

namespace {

void append_escaped(const std::string& value, std::string& text) {
  for (const char c : value) {
    switch (c) {
      case '&':
        text += "&amp;";
        break;
      case '<':
        text += "&lt;";
        break;
      case '>':
        text += "&gt;";
        break;
      case '"':
        text += "&quot;";
        break;
      case '\t':
      case '\n':
      case '\r':
        text += "&#" + std::to_string(static_cast<int>(c)) + ";";
        break;
      default:
        text += c;
    }
  }
}

void print(const XmlElement& element, std::size_t depth, std::string& text) {
  text.append(2 * depth, ' ').append("<").append(element.tag);
  for (const auto& [name, value] : element.attributes) {
    text.append(" ").append(name).append("=\"");
    append_escaped(value, text);
    text += '"';
  }
  if (element.children.empty()) {
    text += "/>\n";
    return;
  }
  text += ">\n";
  for (const XmlElement& child : element.children) {
    // sections stand apart
    if (depth == 0 && &child != &element.children.front()) text += '\n';
    print(child, depth + 1, text);
  }
  text.append(2 * depth, ' ').append("</").append(element.tag).append(">\n");
}

}  // namespace

std::string print_xml(const XmlElement& root) {
  std::string text;
  print(root, 0, text);
  return text;
}

}  // namespace corten::mjcf
