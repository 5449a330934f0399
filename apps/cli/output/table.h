// One table, two outputs: aligned text for people, a list of objects for programs.
#pragma once

#include <string>
#include <vector>

#include "cli/output/json.h"

namespace corten::cli {

struct Column {
  std::string key;     // in JSON
  std::string header;  // in text, with the unit
};

class Table {
 public:
  Table(std::string title, std::vector<Column> columns) : title_(std::move(title)), columns_(std::move(columns)) {}

  // One cell per column: text, a number, a list of numbers, true or false; null where nothing applies. In text, lists
  // are cut after `list_limit` numbers.
  void add(std::vector<Json> row, std::size_t list_limit = 100) {
    rows_.push_back(std::move(row));
    list_limit_ = list_limit;
  }

  const std::string& title() const { return title_; }
  bool empty() const { return rows_.empty(); }

  // The title and the first `limit` rows; empty if there are none. Numbers are aligned right.
  std::string text(std::size_t limit) const;
  Json json() const;

 private:
  std::string title_;
  std::vector<Column> columns_;
  std::vector<std::vector<Json>> rows_;
  std::size_t list_limit_ = 0;
};

}  // namespace corten::cli
