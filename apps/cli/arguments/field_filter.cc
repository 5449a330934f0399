// A wrong field name is a mistake on the command line, not an empty column in the output.
#include "cli/arguments/field_filter.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "cli/failure.h"

namespace corten::cli {

FieldFilter::FieldFilter(const std::vector<std::string>& names, const std::vector<std::string>& known)
    : all_(names.empty() || (names.size() == 1 && names[0] == "all")), names_(names.begin(), names.end()) {
  for (const std::string& name : names) {
    if (all_ || std::find(known.begin(), known.end(), name) != known.end()) continue;
    std::string hint = did_you_mean(name, known);
    if (hint.empty()) hint = "`corten info --fields-reference` lists them";
    throw Failure(ExitCode::kUsage, fmt::format("error: --fields: there is no field '{}'; {}", name, hint));
  }
}

std::vector<std::string> names_of(const std::vector<FieldInfo>& table) {
  std::vector<std::string> names;
  for (const FieldInfo& field : table) names.emplace_back(field.name);
  return names;
}

}  // namespace corten::cli
