// A table of Data fields over time, one line per sample: time, then every number of the fields.
#pragma once

#include <fstream>
#include <string>
#include <vector>

#include "corten/data.h"
#include "model/fields.h"

namespace corten::cli {

class CsvWriter {
 public:
  // Opens the file and writes the header "time,qpos[0],qpos[1],...". `data` must outlive the writer and not move.
  // Throws Failure: kUsage for an unknown field, kRefused if the file cannot be written.
  CsvWriter(const std::string& path, const std::vector<std::string>& fields, const Data& data);

  void add_row();
  void close();  // throws Failure(kRefused) if something could not be written

 private:
  void put(double value);

  std::string path_;
  std::ofstream file_;
  const Data& data_;
  std::vector<FieldView> columns_;
};

}  // namespace corten::cli
