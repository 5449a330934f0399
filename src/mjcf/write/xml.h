// A tree of elements as XML text: one element per line, two spaces per level.
#pragma once

#include <string>

#include "mjcf/read/xml_tree.h"

namespace corten::mjcf {

std::string print_xml(const XmlElement& root);

}  // namespace corten::mjcf
