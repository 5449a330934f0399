// The attributes that turn one object into another: what an element has to say beyond its default class.
//
// The rows of the schema do all the work. A row's value is written if it differs from that of the starting object, and
// is then stored in the starting object, exactly as the reader will do. What is left over shows that some row cannot
// express the difference; another default class may do better.
#pragma once

#include <string_view>
#include <vector>

#include "mjcf/read/xml_tree.h"
#include "mjcf/schema/schema.h"

namespace corten::mjcf {

// Attributes of `type` for `object`, read over `start`. `start` becomes what the reader makes of them; the result says
// whether that is the same as `object`. Attributes named in `always` and required ones are written in any case,
// `class` and `childclass` never.
bool write_attributes(const ElementType& type, const void* object, void* start,
                      const std::vector<std::string_view>& always, XmlElement& out);

// Whether all rows of `type` have the same values in both.
bool same_attributes(const ElementType& type, const void* a, const void* b);

}  // namespace corten::mjcf
