// The rows of <option> and <flag> in the MJCF schema say what an option is called, which values it takes and what it
// means. Policies are enums: the contact formulation of the options, and the models of flexes.
#include "view/options.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <vector>

#include "base/option_check.h"
#include "base/text.h"
#include "mjcf/schema/keywords.h"
#include "mjcf/schema/schema.h"

namespace corten::view {

namespace {

using mjcf::Attribute;
using mjcf::ValueKind;

constexpr const char* kFlagPrefix = "flag.";
const std::string kFormulation = "corten:solver";  // is a policy

const std::vector<Attribute>& rows_of(const char* element) { return mjcf::Schema::instance().at(element).attributes; }

// A list of any length has no place in a page.
bool is_listed(const Attribute& row) {
  return row.name != kFormulation && row.shape.min_count > 0 && row.load != nullptr;
}

std::string unit_of_option(const std::string& name) {
  static const std::vector<std::pair<std::string, std::string>> kUnits = {
#define CORTEN_OPTION(kind, type, option, initial, unit, merge, doc) {#option, unit},
#include "corten/option_fields.def"
#undef CORTEN_OPTION
  };
  const std::string own = name.substr(name.rfind(':') + 1);
  for (const auto& [option, unit] : kUnits) {
    if (option == own) return unit;
  }
  return {};
}

std::string group_of_option(const std::string& name) {
  constexpr const char* kMedium[] = {"gravity", "wind", "magnetic", "density", "viscosity"};
  for (const char* medium : kMedium) {
    if (name == medium) return "world";
  }
  if (name.starts_with("o_")) return "override";
  if (name.starts_with("corten:")) return "contact formulation";
  return name == "timestep" || name == "integrator" ? "integration" : "solver";
}

struct Row {
  const Attribute* row = nullptr;
  bool flag = false;
};

Row find_option(const std::string& name) {
  const bool flag = name.starts_with(kFlagPrefix);
  const std::string own = flag ? name.substr(std::string_view(kFlagPrefix).size()) : name;
  for (const Attribute& row : rows_of(flag ? "flag" : "option")) {
    if (row.name == own && is_listed(row)) return {&row, flag};
  }
  return {};
}

std::string word_of(const mjcf::Keywords& keywords, int value) {
  for (const mjcf::Keyword& keyword : keywords) {
    if (keyword.value == value) return keyword.word;
  }
  return {};
}

Json words_of(const mjcf::Keywords& keywords) {
  Json words = Json::array();
  for (const mjcf::Keyword& keyword : keywords) words.push_back(keyword.word);
  return words;
}

Json value_of(const Row& option, const Option& options) {
  const std::vector<double> numbers = option.row->load(&options).numbers;
  if (option.flag) return numbers[0] == 1;
  if (option.row->shape.keywords) return word_of(*option.row->shape.keywords, static_cast<int>(numbers[0]));
  if (numbers.size() > 1) return numbers;
  return option.row->shape.kind == ValueKind::kInt ? Json(static_cast<int>(numbers[0])) : Json(numbers[0]);
}

const char* kind_of(const Row& option) {
  if (option.flag) return "flag";
  if (option.row->shape.keywords) return "choice";
  if (option.row->shape.max_count > 1) return "vector";
  return option.row->shape.kind == ValueKind::kInt ? "integer" : "number";
}

// The text that stands for a value in a file.
std::optional<std::string> text_of(const Row& option, const Json& value) {
  if (option.flag) return value.is_boolean() ? std::optional(value.get<bool>() ? "enable" : "disable") : std::nullopt;
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number()) return value.dump();
  if (!value.is_array()) return std::nullopt;
  std::string text;
  for (const Json& number : value) {
    if (!number.is_number()) return std::nullopt;
    text += (text.empty() ? "" : " ") + number.dump();
  }
  return text;
}

}  // namespace

Json list_options(const Option& options) {
  Json list = Json::array();
  for (const bool flag : {false, true}) {
    for (const Attribute& row : rows_of(flag ? "flag" : "option")) {
      if (!is_listed(row)) continue;
      const Row option{&row, flag};
      Json entry = {{"name", flag ? kFlagPrefix + row.name : row.name},
                    {"label", row.name.substr(row.name.rfind(':') + 1)},
                    {"kind", kind_of(option)},
                    {"value", value_of(option, options)},
                    {"unit", flag ? "" : unit_of_option(row.name)},
                    {"meaning", row.doc},
                    {"group", flag ? "flags" : group_of_option(row.name)}};
      if (!flag && row.shape.keywords) entry["choices"] = words_of(*row.shape.keywords);
      list.push_back(std::move(entry));
    }
  }
  return list;
}

Json option_value(const Option& options, const std::string& name) {
  const Row option = find_option(name);
  return option.row ? value_of(option, options) : Json();
}

std::string set_option(Option& options, const std::string& name, const Json& json) {
  const Row option = find_option(name);
  if (!option.row) return fmt::format("there is no option '{}'", shortened(name));
  const std::optional<std::string> text = text_of(option, json);
  if (!text) return fmt::format("{}: this is no {}", name, kind_of(option));
  mjcf::Value value;
  std::string hint;
  std::string problem = mjcf::parse_value(option.row->shape, *text, value, hint);
  if (problem.empty() && option.row->check) problem = option.row->check(value);
  if (!problem.empty()) return fmt::format("{}: {}{}", name, problem, hint.empty() ? "" : "; " + hint);
  Option changed = options;
  option.row->store(&changed, value);
  if (problem = option_problem(changed); !problem.empty()) return problem;
  options = changed;
  return {};
}

// ---- policies

namespace {

// Flexes whose bending or stretching can be computed by another model.
bool can_bend(const Model& m, int flex) {
  return m.flex_dim[flex] == 2 && m.flex_interp[flex] == 0 && m.flex_bendingadr[flex] >= 0 &&
         m.flex_elasticityprm[flex][0] > 0;
}
bool can_stretch(const Model& m, int flex) {
  return m.flex_dim[flex] >= 2 && m.flex_interp[flex] == 0 && m.flex_stiffnessadr[flex] >= 0 &&
         m.flex_elasticityprm[flex][0] > 0;
}

int first_flex(const Model& m, bool (*can)(const Model&, int)) {
  for (int f = 0; f < m.nflex; ++f) {
    if (can(m, f)) return f;
  }
  return -1;
}

// Models with parameters of their own can be chosen only where the file gave them.
mjcf::Keywords elasticity_choices(const Model& m) {
  mjcf::Keywords words;
  for (const mjcf::Keyword& word : mjcf::keywords::flex_elasticity) {
    const auto kind = static_cast<ElasticityKind>(word.value);
    const bool own = kind == ElasticityKind::kMooneyRivlin || kind == ElasticityKind::kOgden;
    bool given = true;
    for (int f = 0; f < m.nflex && own; ++f) given = given && (!can_stretch(m, f) || m.flex_elasticitymodel[f] == kind);
    if (given) words.push_back(word);
  }
  return words;
}

struct PolicyRow {
  const char *name, *label, *meaning;
  std::optional<int> value;  // nothing: the model has none
  mjcf::Keywords choices;
};

std::vector<PolicyRow> policies_of(const Model& m) {
  std::vector<PolicyRow> rows = {{"contact", "contact formulation", "How contacts push",
                                  static_cast<int>(m.opt.formulation), mjcf::keywords::formulation}};
  if (const int f = first_flex(m, can_bend); f >= 0) {
    rows.push_back({"bending", "bending of flexes", "How surfaces resist bending",
                    static_cast<int>(m.flex_bendingmodel[f]), mjcf::keywords::flex_bending});
  }
  if (const int f = first_flex(m, can_stretch); f >= 0) {
    rows.push_back({"elasticity", "elasticity of flexes", "How flexes resist stretching",
                    static_cast<int>(m.flex_elasticitymodel[f]), elasticity_choices(m)});
  }
  return rows;
}

}  // namespace

Json list_policies(const Model& m) {
  Json list = Json::array();
  for (const PolicyRow& row : policies_of(m)) {
    list.push_back({{"name", row.name},
                    {"label", row.label},
                    {"value", word_of(row.choices, *row.value)},
                    {"choices", words_of(row.choices)},
                    {"meaning", row.meaning}});
  }
  return list;
}

Json policy_value(const Model& m, const std::string& name) {
  for (const PolicyRow& row : policies_of(m)) {
    if (row.name == name) return word_of(row.choices, *row.value);
  }
  return {};
}

std::string set_policy(Model& m, const std::string& name, const Json& json) {
  for (const PolicyRow& row : policies_of(m)) {
    if (row.name != name) continue;
    std::optional<int> value;
    for (const mjcf::Keyword& word : row.choices) {
      if (json == word.word) value = word.value;
    }
    if (!value) return fmt::format("{}: this is none of its choices", name);
    if (name == "contact") {
      Option changed = m.opt;
      changed.formulation = static_cast<Formulation>(*value);
      if (std::string problem = option_problem(changed); !problem.empty()) return problem;
      m.opt = changed;
    }
    for (int f = 0; f < m.nflex; ++f) {
      if (name == "bending" && can_bend(m, f)) m.flex_bendingmodel[f] = static_cast<BendingKind>(*value);
      if (name == "elasticity" && can_stretch(m, f)) m.flex_elasticitymodel[f] = static_cast<ElasticityKind>(*value);
    }
    return {};
  }
  return fmt::format("there is no policy '{}'", shortened(name));
}

Option carry_changes(const Option& loaded, const Option& changed, Option next) {
  for (const bool flag : {false, true}) {
    for (const Attribute& row : rows_of(flag ? "flag" : "option")) {
      if (!row.load || row.shape.min_count == 0) continue;
      const mjcf::Value now = row.load(&changed);
      if (now.numbers != row.load(&loaded).numbers) row.store(&next, now);
    }
  }
  return option_problem(next).empty() ? next : changed;
}

}  // namespace corten::view
