// Checks a tree against the schema: names of elements and attributes, what is required, what excludes each other.
#pragma once

#include "corten/error.h"
#include "mjcf/schema.h"
#include "mjcf/xml_tree.h"

namespace corten::mjcf {

void validate(const XmlTree& tree, Diagnostics& diagnostics);

}  // namespace corten::mjcf
