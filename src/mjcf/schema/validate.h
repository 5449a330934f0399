// Checks a tree against the schema: names of elements and attributes, what is required, what excludes each other.
#pragma once

#include "corten/error.h"
#include "mjcf/read/xml_tree.h"
#include "mjcf/schema/schema.h"

namespace corten::mjcf {

void validate(const XmlTree& tree, Diagnostics& diagnostics);

}  // namespace corten::mjcf
