// What errors of reading have done to a Spec: which of the compiler's problems are theirs.
//
// A model with errors is compiled all the same, so that every problem shows at once. Some of the compiler's findings
// are then consequences: an element that could not be read is missing, or has default values. Those are left out.
#pragma once

#include <set>
#include <string>
#include <utility>

#include "corten/error.h"
#include "corten/spec.h"
#include "mjcf/read/xml_tree.h"

namespace corten::mjcf {

struct Damage {
  std::set<std::pair<std::string, int>> places;  // elements with errors, and those that contain them: file and line
  std::set<std::string> names;                   // of elements with errors and of what is in them
  bool values = false;                           // default classes or settings are concerned: any element may be wrong
  bool parts = false;                            // a file is missing: any name may be
  bool nothing = false;                          // there is no model at all
};

Damage find_damage(const XmlTree& tree, const Diagnostics& diagnostics);

// Whether a problem of the compiler may come from the damage.
bool is_consequence(const Diagnostic& problem, const Damage& damage);

}  // namespace corten::mjcf

namespace corten {

// As the functions of corten/load.h; `damage` describes what errors have done.
Spec read_mjcf(const std::string& path, Diagnostics& diagnostics, mjcf::Damage& damage);
Spec read_mjcf_text(std::string_view text, const std::string& directory, Diagnostics& diagnostics,
                    mjcf::Damage& damage);
Spec read_mjcf_text(std::string_view text, std::shared_ptr<const Assets> assets, Diagnostics& diagnostics,
                    mjcf::Damage& damage);

}  // namespace corten
