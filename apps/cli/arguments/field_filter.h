// Which fields a command prints: the list given with --fields, checked against the tables.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "model/fields.h"

namespace corten::cli {

class FieldFilter {
 public:
  // An empty list or "all" selects everything but work space. Throws Failure(kUsage) for a name that is not in `known`.
  FieldFilter(const std::vector<std::string>& names, const std::vector<std::string>& known);
  bool operator()(std::string_view name) const { return all_ ? !name.starts_with("scratch_") : names_.contains(name); }
  bool named(std::string_view name) const { return !all_ && names_.contains(name); }  // asked for by its own name

 private:
  bool all_;
  std::set<std::string, std::less<>> names_;
};

std::vector<std::string> names_of(const std::vector<FieldInfo>& table);

}  // namespace corten::cli
