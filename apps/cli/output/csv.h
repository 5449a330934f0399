// A table of Data fields over time, one line per sample: time, then every number of the fields.
//
// The header names each number: "qpos[hip_x]" for what belongs to a named joint, body, sensor, ..., "qpos[3]" by its
// index where there is no name, and a part of several numbers behind a dot: "xpos[torso.z]", "qpos[root.qw]".
#pragma once

#include <cstdio>
#include <string>
#include <vector>

#include "corten/data.h"
#include "corten/model.h"
#include "model/fields.h"

namespace corten::cli {

// The fields of a table, apart from the time, which is always there. "energy", "ncon" and "nefc" can be asked for as
// well as arrays. Throws Failure(kUsage) for an unknown field, or one whose length changes from step to step.
struct ChosenFields {
  ChosenFields(const std::vector<std::string>& fields, const Data& data);

  std::vector<std::size_t> arrays;   // indices into fields_of(data)
  bool energy = false;               // potential and kinetic
  std::vector<std::string> scalars;  // ncon, nefc: those that were asked for
};
double scalar_of(const Data& data, const std::string& name);

class CsvWriter {
 public:
  CsvWriter(const std::vector<std::string>& fields, const Model& model, const Data& data);
  ~CsvWriter();
  CsvWriter(const CsvWriter&) = delete;
  CsvWriter& operator=(const CsvWriter&) = delete;

  bool has_energy() const { return chosen_.energy; }
  double row_bytes() const { return row_bytes_; }  // of a typical row

  // Opens the file and writes the header; "-" is standard output. Throws Failure(kRefused), as the next two do, if the
  // file cannot be written.
  void open(const std::string& path);
  void add_row(const Data& data);
  void close();

 private:
  void write(const std::string& text);
  [[noreturn]] void fail() const;

  std::string path_, header_;
  std::FILE* file_ = nullptr;
  double row_bytes_ = 0;
  ChosenFields chosen_;
};

}  // namespace corten::cli
