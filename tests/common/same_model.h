// Two Models bit by bit: sizes, every array of the field tables, names, options and statistics.
#pragma once

#include <cstring>
#include <string>

#include "corten/binary.h"
#include "corten/model.h"
#include "model/fields.h"

namespace corten {

// What differs, empty if nothing does.
inline std::string difference(const Model& a, const Model& b) {
  std::string text;
  const auto sizes_a = sizes_of(a), sizes_b = sizes_of(b);
  for (std::size_t i = 0; i < sizes_a.size(); ++i) {
    if (sizes_a[i].value == sizes_b[i].value) continue;
    text += std::string(" ") + sizes_a[i].name + " " + std::to_string(sizes_a[i].value) + " and " +
            std::to_string(sizes_b[i].value);
  }
  if (!text.empty()) return text;
  const auto fields_a = fields_of(a), fields_b = fields_of(b);
  for (std::size_t i = 0; i < fields_a.size(); ++i) {
    const bool same = fields_a[i].bytes() == fields_b[i].bytes() &&
                      std::memcmp(fields_a[i].data(), fields_b[i].data(), fields_a[i].bytes()) == 0;
    if (!same) text += " " + std::string(fields_a[i].name());
  }
  // The binary form also has names, options and statistics. Analytic signed distances have none: they are code.
  if (text.empty() && a.sdf_shapes.empty() && save_model(a) != save_model(b)) text = " names, options or statistics";
  return text;
}

}  // namespace corten
