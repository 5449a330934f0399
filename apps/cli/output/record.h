// What a run writes while it simulates: fields over time as CSV, NPZ or JSON, or a film as HTML. The name of the file
// tells which.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "corten/data.h"
#include "corten/model.h"

namespace corten::cli {

struct RecordOptions {
  std::string file;  // "-": CSV on standard output
  bool csv = false;  // a table as CSV, whatever the file's name
  std::vector<std::string> fields = {"qpos", "qvel"};
  long every = 1;   // tables: steps from sample to sample
  double fps = 60;  // films: frames per simulated second
};

// One of .csv, .npz, .json, .html; empty if the file's name ends otherwise. "-" is .csv.
std::string record_kind(const std::string& file);

// The page of this build, or in tests the one that the environment variable CORTEN_PAGE names; empty: there is none.
std::string page_text();

class Record {
 public:
  virtual ~Record() = default;
  virtual bool has_energy() const = 0;                   // the flag energy is needed
  virtual double bytes(double steps) const = 0;          // of the file after so many steps, about
  virtual void open() = 0;                               // Throws Failure(kRefused), as the next two do, if the
  virtual void add(const Model& model, Data& data) = 0;  // file cannot be written.
  virtual void close() = 0;
  virtual bool is_due(long step, double time) const = 0;
};

// Throws Failure(kUsage) for fields that there are not, Failure(kRefused) for a film if there is no page to show it.
std::unique_ptr<Record> make_record(const RecordOptions& options, const Model& model, const Data& data,
                                    const std::string& model_file);

}  // namespace corten::cli
