// A second look at text that the XML parser has refused: what is wrong, in terms of elements and lines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace corten::mjcf {

struct XmlTrouble {
  int line = 0;         // where it shows; 0: nothing found
  std::string element;  // concerned
  std::string message, hint;
};

// The first tag that does not fit: an element that is never closed, an end tag without or with another start, a tag or
// comment without end, an attribute without value or quotes.
XmlTrouble find_xml_trouble(std::string_view text);

// Two attributes that touch each other, a="1"b="2".
struct TouchingAttributes {
  std::string text;        // with a blank between them
  std::vector<int> lines;  // where blanks were put
};
TouchingAttributes separate_attributes(std::string_view text);

}  // namespace corten::mjcf
