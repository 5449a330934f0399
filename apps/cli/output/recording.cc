// A unit stands in brackets after a space, a part of a field in brackets without one.
#include "cli/output/recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>

#include "base/text.h"
#include "cli/arguments/model_file.h"
#include "cli/failure.h"
#include "cli/output/columns.h"
#include "model/fields.h"

namespace corten::cli {

namespace {

[[noreturn]] void refuse(const Selector& selector, const std::string& why) {
  throw Failure(ExitCode::kUsage, fmt::format("error: {}: {}", selector.option, why));
}

// "name[part]" taken apart.
void split_name(const std::string& text, std::string& field, std::string& part) {
  const std::size_t open = text.find('[');
  const bool has_part = open != text.npos && open > 0 && text.ends_with(']');
  field = has_part ? text.substr(0, open) : text;
  part = has_part ? text.substr(open + 1, text.size() - open - 2) : "";
}

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r"), last = text.find_last_not_of(" \t\r");
  return first == text.npos ? "" : std::string(text.substr(first, last - first + 1));
}

// ---- scalars of Data: what has columns and is no array

constexpr struct {
  const char *field, *part, *unit;
  double (*value)(const Data&);
} kScalars[] = {
    {"time", "", "s", [](const Data& data) { return data.time; }},
    {"energy", "potential", "J", [](const Data& data) { return data.energy[0]; }},
    {"energy", "kinetic", "J", [](const Data& data) { return data.energy[1]; }},
    {"ncon", "", "", [](const Data& data) { return static_cast<double>(data.contact.size()); }},
    {"nefc", "", "", [](const Data& data) { return static_cast<double>(data.nefc); }},
};

// ---- tables

// The cells of a line; quotes are as usual in CSV.
std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"')
      cells.back() += line[i++];
    else if (line[i] == '"')
      quoted = !quoted;
    else if (line[i] == ',' && !quoted)
      cells.emplace_back();
    else
      cells.back() += line[i];
  }
  for (std::string& cell : cells) cell = trimmed(cell);
  return cells;
}

bool read_number(const std::string& cell, double& value) {
  if (cell.empty()) {
    value = std::numeric_limits<double>::quiet_NaN();
    return true;
  }
  const char* end = cell.data() + cell.size();
  const auto [stop, error] = std::from_chars(cell.data() + (cell[0] == '+'), end, value);
  return error != std::errc::invalid_argument && stop == end;
}

Quantity column_of(const std::string& cell) {
  Quantity column;
  const std::size_t unit = cell.rfind(" [");
  const bool has_unit = unit != cell.npos && cell.ends_with(']');
  split_name(trimmed(has_unit ? cell.substr(0, unit) : cell), column.field, column.part);
  if (has_unit) column.unit = trimmed(cell.substr(unit + 2, cell.size() - unit - 3));
  if (!has_unit && column.field == "time") column.unit = "s";
  return column;
}

}  // namespace

std::vector<Selector> parse_selectors(const std::string& option, const std::string& text) {
  std::vector<Selector> selectors;
  std::string word;
  int depth = 0;
  for (const char c : text + ",") {
    if (c == ',' && depth == 0) {
      Selector selector{option, "", ""};
      split_name(trimmed(word), selector.field, selector.part);
      if (selector.field.empty()) refuse(selector, fmt::format("a name is missing in '{}'", text));
      if (selector.part.empty() && word.find('[') != word.npos)
        refuse(selector, fmt::format("the brackets of '{}' are empty or open", word));
      selectors.push_back(selector), word.clear();
      continue;
    }
    depth += c == '[' ? 1 : c == ']' ? -1 : 0;
    word += c;
  }
  if (depth != 0) refuse({option, "", ""}, fmt::format("the brackets in '{}' do not match", text));
  return selectors;
}

std::vector<std::size_t> find_parts(const Selector& selector, const std::vector<std::string>& parts) {
  const std::string& part = selector.part;
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (part.empty() || parts[i] == part || parts[i].starts_with(part + ".")) found.push_back(i);
  }
  if (!found.empty()) return found;
  if (parts.empty()) refuse(selector, fmt::format("{} has no numbers in this model", selector.field));
  if (part.find_first_not_of("0123456789") == part.npos) {
    std::size_t index = parts.size();
    std::from_chars(part.data(), part.data() + part.size(), index);
    if (index < parts.size()) return {index};
    refuse(selector, fmt::format("there is no {}[{}]: it has {}, counted from 0", selector.field, part,
                                 count_of(static_cast<long>(parts.size()), "number")));
  }
  std::vector<std::string> known = parts;
  for (const std::string& name : parts) known.push_back(name.substr(0, name.rfind('.')));
  const std::string hint = did_you_mean(part, known);
  refuse(selector, fmt::format("{} has no '{}'; {}", selector.field, part,
                               hint.empty() ? fmt::format("its first is {}[{}]", selector.field, parts[0]) : hint));
}

// ---- Recorder

std::size_t Recorder::add(const Quantity& column, const Source& source) {
  columns_.push_back(column);
  sources_.push_back(source);
  return columns_.size() - 1;
}

std::vector<std::size_t> Recorder::add_columns(const Selector& selector) {
  const std::vector<std::string> known = column_fields();
  require_columns(selector.option, selector.field);
  if (std::find(known.begin(), known.end(), selector.field) == known.end()) {
    const std::string hint = did_you_mean(selector.field, known);
    refuse(selector, fmt::format("there is no field '{}'; {}", selector.field,
                                 hint.empty() ? "`corten info --fields-reference` lists them" : hint));
  }
  std::vector<std::string> parts, units;
  std::vector<Source> sources;
  for (int i = 0; const auto& scalar : kScalars) {
    if (selector.field == scalar.field)
      parts.push_back(scalar.part), units.push_back(scalar.unit), sources.push_back({-1, i});
    ++i;
  }
  const std::vector<FieldView> all = fields_of(*data_);
  for (std::size_t f = 0; f < all.size(); ++f) {
    if (all[f].name() != selector.field) continue;
    parts = part_names(*model_, all[f]), units = part_units(*model_, all[f]);
    for (int i = 0; i < all[f].size(); ++i) sources.push_back({static_cast<int>(f), i});
  }
  std::vector<std::size_t> places;
  for (const std::size_t i : find_parts(selector, parts)) {
    places.push_back(add({selector.field, parts[i], units[i]}, sources[i]));
  }
  return places;
}

bool Recorder::has_energy() const {
  return std::any_of(columns_.begin(), columns_.end(), [](const Quantity& column) { return column.field == "energy"; });
}

void Recorder::record(const Data& data) {
  const std::vector<FieldView> all = fields_of(data);
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const auto& [field, index] = sources_[i];
    columns_[i].values.push_back(field < 0 ? kScalars[index].value(data) : all[static_cast<std::size_t>(field)][index]);
  }
}

// ---- tables

std::vector<Quantity> read_table(const std::string& path) {
  long number = 1;
  const auto wrong = [&](const std::string& what) {
    throw Failure(ExitCode::kRefused, fmt::format("{}:{}: error: {}", path, number, what));
  };
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) throw Failure(ExitCode::kRefused, path + ": error: this is a folder");
  std::ifstream file(path);
  if (!file) throw Failure(ExitCode::kRefused, fmt::format("{}: error: {}", path, std::strerror(errno)));
  std::string line;
  if (!std::getline(file, line)) wrong("the file is empty; its first line names the columns: time,force [N]");
  std::vector<Quantity> columns;
  for (const std::string& cell : cells_of(line)) {
    double value = 0;
    if (read_number(cell, value))
      wrong(fmt::format("'{}' is no name; the first line names the columns: time,force [N]", shortened(cell)));
    columns.push_back(column_of(cell));
  }
  if (columns.size() < 2) wrong("there is one column; the first is x, the others are drawn over it");
  while (std::getline(file, line)) {
    ++number;
    if (trimmed(line).empty()) continue;
    const std::vector<std::string> cells = cells_of(line);
    if (cells.size() != columns.size()) {
      wrong(fmt::format("there are {}, the first line names {}", count_of(static_cast<long>(cells.size()), "number"),
                        columns.size()));
    }
    for (std::size_t i = 0; i < cells.size(); ++i) {
      double value = 0;
      if (!read_number(cells[i], value)) wrong(fmt::format("'{}' is not a number", shortened(cells[i])));
      columns[i].values.push_back(value);
    }
  }
  if (columns[0].values.empty()) wrong("there are names but no numbers");
  return columns;
}

std::vector<std::size_t> find_columns(const std::vector<Quantity>& table, const Selector& selector) {
  std::vector<std::string> fields, parts;
  std::vector<std::size_t> places, found;
  for (std::size_t i = 0; i < table.size(); ++i) {
    fields.push_back(table[i].field);
    if (table[i].field == selector.field) places.push_back(i), parts.push_back(table[i].part);
  }
  if (places.empty()) {
    const std::string hint = did_you_mean(selector.field, fields);
    refuse(selector, fmt::format("the table has no column '{}'; {}", selector.field,
                                 hint.empty() ? fmt::format("its first is '{}'", table[0].name()) : hint));
  }
  for (const std::size_t i : find_parts(selector, parts)) found.push_back(places[i]);
  return found;
}

}  // namespace corten::cli
