// Numbers over time, from a simulation or from a table: columns with a name and a unit.
#pragma once

#include <string>
#include <vector>

#include "corten/data.h"
#include "corten/model.h"

namespace corten::cli {

struct Quantity {
  std::string field, part, unit;  // "qpos", "knee", "rad"; part and unit may be empty
  std::vector<double> values = {};

  std::string name() const { return part.empty() ? field : field + "[" + part + "]"; }
};

// What a user asks for: a field, or in brackets a name or an index in it.
struct Selector {
  std::string option;  // where it was asked for, for messages
  std::string field, part;
};

// "qpos,xpos[torso.z]" as selectors; a comma in brackets belongs to the name. Throws Failure(kUsage) if one is empty.
std::vector<Selector> parse_selectors(const std::string& option, const std::string& text);

// Places of the parts that are meant: all, the one with the name, all of an object ("imu" for "imu.0", "imu.1"), or
// the one with the index. Throws Failure(kUsage) if there is none.
std::vector<std::size_t> find_parts(const Selector& selector, const std::vector<std::string>& parts);

// Collects numbers of Data while a simulation runs.
class Recorder {
 public:
  Recorder(const Model& model, const Data& data) : model_(&model), data_(&data) {}

  // Adds the columns that are meant; returns their places. Throws Failure(kUsage) for what there is not.
  std::vector<std::size_t> add_columns(const Selector& selector);
  bool has_energy() const;
  void record(const Data& data);
  const std::vector<Quantity>& columns() const { return columns_; }

 private:
  struct Source {
    int field;  // in fields_of(data), or -1: time, energy, ncon, nefc
    int index;
  };
  std::size_t add(const Quantity& column, const Source& source);

  const Model* model_;
  const Data* data_;
  std::vector<Quantity> columns_;
  std::vector<Source> sources_;
};

// A CSV file whose first line names the columns: "force [N]", "qpos[knee] [rad]", or as `corten run --csv` writes them.
// An empty cell is a gap. Throws Failure(kRefused) with file and line.
std::vector<Quantity> read_table(const std::string& path);

// The columns of a table that are meant. Throws Failure(kUsage) if there is none.
std::vector<std::size_t> find_columns(const std::vector<Quantity>& table, const Selector& selector);

}  // namespace corten::cli
