// Every cell becomes text first; a column is as wide as its widest cell.
#include "cli/output/table.h"

#include <fmt/format.h>

#include <algorithm>

namespace corten::cli {

namespace {

std::string cell_text(const Json& cell, std::size_t list_limit) {
  if (cell.is_null()) return "-";
  if (cell.is_string()) return cell.get<std::string>();
  if (cell.is_boolean()) return cell.get<bool>() ? "yes" : "no";
  if (cell.is_number_integer()) return fmt::format("{}", cell.get<long>());
  if (cell.is_number()) return fmt::format("{:.6g}", cell.get<double>());
  std::string list;
  for (std::size_t i = 0; i < std::min(cell.size(), list_limit); ++i) {
    list += (list.empty() ? "" : " ") + cell_text(cell[i], list_limit);
  }
  return cell.size() > list_limit ? list + " ..." : list;
}

}  // namespace

std::string Table::text(std::size_t limit) const {
  const std::size_t shown = std::min(limit, rows_.size());
  if (shown == 0) return {};
  std::vector<std::vector<std::string>> cells(shown);
  std::vector<std::size_t> width;
  for (const Column& column : columns_) width.push_back(column.header.size());
  for (std::size_t r = 0; r < shown; ++r) {
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      cells[r].push_back(cell_text(rows_[r][c], list_limit_));
      width[c] = std::max(width[c], cells[r][c].size());
    }
  }
  const auto line = [&](const auto& text_at) {
    std::string out;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      const bool right = rows_[0][c].is_number();
      out += right ? fmt::format("  {:>{}}", text_at(c), width[c]) : fmt::format("  {:<{}}", text_at(c), width[c]);
    }
    out.erase(out.find_last_not_of(' ') + 1);
    return out + "\n";
  };
  std::string out = title_ + "\n" + line([&](std::size_t c) { return columns_[c].header; });
  for (const auto& row : cells) out += line([&](std::size_t c) { return row[c]; });
  if (shown < rows_.size()) out += fmt::format("  ... and {} more; --all shows them\n", rows_.size() - shown);
  return out;
}

Json Table::json() const {
  Json list = Json::array();
  for (const auto& row : rows_) {
    Json& object = list.emplace_back(Json::object());
    for (std::size_t c = 0; c < columns_.size(); ++c) object[columns_[c].key] = row[c];
  }
  return list;
}

}  // namespace corten::cli
