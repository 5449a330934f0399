// The elements of a file with their places, and what is wrong with text that is refused.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/file_source.h"
#include "corten/error.h"

namespace corten::mjcf {

// ---- xml_tree
//
// The XML of a model as one tree: parsed, with the content of included files in place of <include>, every element
// knowing its file and line. Comments, text and processing instructions are dropped: MJCF gives them no meaning.

// Whether two names of attributes mean the same; extensions of MJCF have two prefixes.
bool is_extension(std::string_view attribute);
bool is_same_attribute(std::string_view a, std::string_view b);

struct XmlElement {
  std::string tag;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::vector<XmlElement> children;
  int source = 0;  // index into XmlTree::sources
  int line = 0;

  // Null if absent. Extensions of MJCF have the prefix corten: or cortenforge:, which mean the same.
  const std::string* find(std::string_view attribute) const;
  std::string value(std::string_view attribute) const;  // empty if absent
};

// One file that elements come from.
struct XmlSource {
  std::string name;       // as shown in messages
  std::string directory;  // of the file; files named in it are looked for here after the model's directory
  bool included = false;
};

struct XmlTree {
  XmlElement root;  // an empty tag: nothing could be read
  std::vector<XmlSource> sources;
  FileSource files;  // where they and the files they name are

  SourceLocation where(const XmlElement& element) const { return {sources[element.source].name, element.line}; }
};

// Reads a file, or text whose files are in `directory`. Problems go to `diagnostics`.
XmlTree read_xml(const std::string& path, Diagnostics& diagnostics, FileSource files = {});
XmlTree read_xml_text(std::string_view text, const std::string& directory, Diagnostics& diagnostics,
                      FileSource files = {});

// ---- xml_repair
//
// A second look at text that the XML parser has refused: what is wrong, in terms of elements and lines.

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
