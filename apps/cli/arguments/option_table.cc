// One row per field of Option. Reading and writing treat every field as a short list of doubles.
#include "cli/arguments/option_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/option_check.h"
#include "base/text.h"
#include "cli/failure.h"

namespace corten::cli {

namespace {

[[noreturn]] void refuse_setting(const std::string& message) {
  throw Failure(ExitCode::kUsage, "error: --set: " + message);
}

// The words of an enum, null for numbers.
template <class T>
const mjcf::Keywords* keywords_of() {
  if constexpr (std::is_enum_v<T>) {
    return &mjcf::option_keywords(T{});
  } else {
    return nullptr;
  }
}

// The numbers of a member, whatever its type.
std::vector<double> get(double x) { return {x}; }
std::vector<double> get(int x) { return {static_cast<double>(x)}; }
template <class T>
std::vector<double> get(const T& x) {
  if constexpr (std::is_enum_v<T>) {
    return {static_cast<double>(x)};
  } else {
    return std::vector<double>(x.data(), x.data() + x.size());
  }
}

template <class T>
void put(T& x, const std::vector<double>& values) {
  if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
    x = static_cast<T>(values[0]);
  } else {
    std::copy(values.begin(), values.end(), x.data());
  }
}

bool holds_integer(const OptionField& field) {
  return field.keywords || std::holds_alternative<int Option::*>(field.member);
}

// "Euler, RK4, implicit, implicitfast"
std::string choices(const mjcf::Keywords& keywords) {
  std::string list;
  for (const mjcf::Keyword& keyword : keywords) list += (list.empty() ? "" : ", ") + std::string(keyword.word);
  return list;
}

// An enum's value: its number or its keyword.
double parse_choice(const OptionField& field, const std::string& word) {
  for (const mjcf::Keyword& keyword : *field.keywords) {
    if (word == keyword.word || word == std::to_string(keyword.value)) return keyword.value;
  }
  refuse_setting(fmt::format("opt.{}: '{}' is none of {} (0 to {})", field.name, word, choices(*field.keywords),
                             field.keywords->size() - 1));
}

double parse_number(const OptionField& field, const std::string& word) {
  if (field.keywords) return parse_choice(field, word);
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size() || !std::isfinite(value)) {
    refuse_setting(fmt::format("opt.{}: '{}' is not a number", field.name, word));
  }
  constexpr double kLargest = 2147483647;
  if (holds_integer(field) && (value != std::floor(value) || std::abs(value) > kLargest)) {
    refuse_setting(fmt::format("opt.{}: '{}' is not an integer", field.name, word));
  }
  return value;
}

std::vector<double> parse_values(const OptionField& field, const std::string& text) {
  std::vector<double> values;
  std::size_t at = 0;
  while ((at = text.find_first_not_of(" \t,", at)) != std::string::npos) {
    const std::size_t end = std::min(text.find_first_of(" \t,", at), text.size());
    values.push_back(parse_number(field, text.substr(at, end - at)));
    at = end;
  }
  return values;
}

const OptionField& find_field(const std::string& name) {
  std::vector<std::string> names;
  for (const OptionField& field : option_fields()) {
    if (name == field.name) return field;
    names.emplace_back(field.name);
  }
  std::string hint = did_you_mean(name, names);
  refuse_setting(fmt::format("there is no option '{}'; {}", name,
                             hint.empty() ? fmt::format("there are {}", fmt::join(names, ", ")) : hint));
}

}  // namespace

const std::vector<OptionField>& option_fields() {
  static const std::vector<OptionField> kFields = {
#define CORTEN_OPTION(kind, type, name, initial, unit, merge, doc) \
  {#name, &Option::name, unit, keywords_of<type>(), std::string_view(#kind) == "Extension"},
#include "corten/option_fields.def"
#undef CORTEN_OPTION
  };
  return kFields;
}

std::string option_keyword(const OptionField& field, const Json& value) {
  if (!field.keywords) return {};
  for (const mjcf::Keyword& keyword : *field.keywords) {
    if (value == keyword.value) return keyword.word;
  }
  return {};
}

Json option_value(const Option& option, const OptionField& field) {
  const auto values = std::visit([&](auto member) { return get(option.*member); }, field.member);
  if (values.size() > 1) return values;
  return holds_integer(field) ? Json(static_cast<int>(values[0])) : Json(values[0]);
}

void set_option(Option& option, const std::string& assignment) {
  const std::size_t equals = assignment.find('=');
  if (assignment.rfind("opt.", 0) != 0 || equals == std::string::npos) {
    refuse_setting(fmt::format("'{}' does not read opt.FIELD=VALUE, for example opt.timestep=0.001", assignment));
  }
  const OptionField& field = find_field(assignment.substr(4, equals - 4));
  const std::vector<double> values = parse_values(field, assignment.substr(equals + 1));
  const std::size_t needed = std::visit([&](auto member) { return get(option.*member).size(); }, field.member);
  if (values.size() != needed) {
    refuse_setting(
        fmt::format("opt.{} needs {} number{}, got {}", field.name, needed, needed == 1 ? "" : "s", values.size()));
  }
  std::visit([&](auto member) { put(option.*member, values); }, field.member);
  if (const std::string problem = option_problem(option); !problem.empty()) refuse_setting("opt." + problem);
}

}  // namespace corten::cli
