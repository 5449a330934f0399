// NPZ is a zip archive of one .npy file per field: a line of Python that says type and shape, then the numbers.
#include "cli/output/record.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>

#include "cli/failure.h"
#include "cli/output/columns.h"
#include "cli/output/csv.h"
#include "cli/output/json.h"
#include "corten/assets.h"
#include "corten/viewer.h"

namespace corten::cli {

namespace {

class CsvRecord : public Record {
 public:
  CsvRecord(const RecordOptions& options, const Model& model, const Data& data)
      : options_(options), csv_(options.fields, model, data) {}
  bool has_energy() const override { return csv_.has_energy(); }
  double bytes(double steps) const override {
    return csv_.row_bytes() * (1 + std::floor(steps / static_cast<double>(options_.every)));
  }
  void open() override { csv_.open(options_.file); }
  void add(const Model&, Data& data) override { csv_.add_row(data); }
  void close() override { csv_.close(); }
  bool is_due(long step, double) const override { return step % options_.every == 0; }

 private:
  RecordOptions options_;
  CsvWriter csv_;
};

// ---- NPZ and JSON: all samples of a field in one array

struct SampledField {
  std::string name;
  std::vector<int> shape;          // of one sample
  std::vector<std::string> parts;  // names of its numbers
  std::vector<double> values = {};
};

std::string npy(const SampledField& column) {
  std::size_t numbers = 1;
  for (const int n : column.shape) numbers *= static_cast<std::size_t>(n);
  std::vector<std::size_t> shape = {numbers == 0 ? 0 : column.values.size() / numbers};
  shape.insert(shape.end(), column.shape.begin(), column.shape.end());
  std::string header =
      fmt::format("{{'descr': '<f8', 'fortran_order': False, 'shape': ({},), }}", fmt::join(shape, ", "));
  constexpr std::size_t kPrefix = 10, kAlignment = 64;
  header.resize((kPrefix + header.size() + 1 + kAlignment - 1) / kAlignment * kAlignment - kPrefix - 1, ' ');
  header += '\n';
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(header.size() & 255);
  bytes += static_cast<char>(header.size() >> 8);
  bytes += header;
  return bytes.append(reinterpret_cast<const char*>(column.values.data()), 8 * column.values.size());
}

// The values of a column from `at` on, nested as its shape says.
Json nested(const SampledField& column, std::size_t& at, std::size_t depth) {
  if (depth == column.shape.size()) {
    const double value = column.values[at++];
    return std::isfinite(value) ? Json(value) : Json();
  }
  Json list = Json::array();
  for (int i = 0; i < column.shape[depth]; ++i) list.push_back(nested(column, at, depth + 1));
  return list;
}

class ArrayRecord : public Record {
 public:
  ArrayRecord(const RecordOptions& options, const Model& model, const Data& data)
      : options_(options), chosen_(options.fields, data) {
    columns_.push_back({"time", {}, {}});
    const std::vector<FieldView> all = fields_of(data);
    for (const std::size_t i : chosen_.arrays) {
      const int components = all[i].info().components;
      SampledField column{std::string(all[i].name()), {all[i].size() / components}, part_names(model, all[i])};
      if (components > 1) column.shape.push_back(components);
      columns_.push_back(std::move(column));
      numbers_ += all[i].size();
    }
    if (chosen_.energy) columns_.push_back({"energy", {2}, {"potential", "kinetic"}});
    for (const std::string& name : chosen_.scalars) columns_.push_back({name, {}, {}});
  }
  bool has_energy() const override { return chosen_.energy; }
  double bytes(double steps) const override {
    return 8.0 * numbers_ * (1 + std::floor(steps / static_cast<double>(options_.every)));
  }
  void open() override {}
  void add(const Model&, Data& data) override {
    std::size_t next = 0;
    const auto put = [&](double value) { columns_[next].values.push_back(value); };
    put(data.time);
    const std::vector<FieldView> all = fields_of(data);
    for (const std::size_t i : chosen_.arrays) {
      ++next;
      for (int k = 0; k < all[i].size(); ++k) put(all[i][k]);
    }
    if (chosen_.energy) ++next, put(data.energy[0]), put(data.energy[1]);
    for (const std::string& name : chosen_.scalars) ++next, put(scalar_of(data, name));
    ++samples_;
  }
  void close() override { record_kind(options_.file) == ".npz" ? write_npz() : write_lists(); }
  bool is_due(long step, double) const override { return step % options_.every == 0; }

 private:
  void write_npz() const {
    Assets files;
    for (const SampledField& column : columns_) files.add(column.name + ".npy", npy(column));
    write_archive(files, options_.file);
  }
  void write_lists() const {
    Json json = {{"names", Json::object()}};
    for (const SampledField& column : columns_) {
      if (!column.parts.empty()) json["names"][column.name] = column.parts;
      Json list = Json::array();
      std::size_t at = 0;
      for (std::size_t i = 0; i < samples_; ++i) list.push_back(nested(column, at, 0));
      json[column.name] = std::move(list);
    }
    write_json(json, options_.file);
  }

  RecordOptions options_;
  ChosenFields chosen_;
  std::vector<SampledField> columns_{};
  int numbers_ = 1;
  std::size_t samples_ = 0;
};

// ---- films

class FilmRecord : public Record {
 public:
  FilmRecord(const RecordOptions& options, const Model& model, const std::string& model_file)
      : options_(options), page_(page_text()), film_(model, std::filesystem::path(model_file).filename().string()) {
    if (page_.empty()) {
      throw Failure(
          ExitCode::kRefused,
          "error: this build of corten has no page that shows a film: make it with `tools/web`, then build again");
    }
  }
  bool has_energy() const override { return false; }
  double bytes(double) const override { return static_cast<double>(page_.size()); }
  void open() override {}
  void add(const Model& model, Data& data) override {
    film_.add(model, data);
    next_ = std::floor(data.time * options_.fps + 1 + 1e-6) / options_.fps;
  }
  void close() override { film_.write(options_.file, page_); }
  bool is_due(long, double time) const override { return time >= next_ - 1e-9; }

 private:
  RecordOptions options_;
  std::string page_;
  Recording film_;
  double next_ = 0;
};

}  // namespace

std::string page_text() {
  if (const char* path = std::getenv("CORTEN_PAGE")) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  return std::string(viewer_page());
}

std::string record_kind(const std::string& file) {
  if (file == "-") return ".csv";
  for (const char* kind : {".csv", ".npz", ".json", ".html"}) {
    if (file.ends_with(kind)) return kind;
  }
  return {};
}

std::unique_ptr<Record> make_record(const RecordOptions& options, const Model& model, const Data& data,
                                    const std::string& model_file) {
  const std::string kind = options.csv ? ".csv" : record_kind(options.file);
  if (kind == ".html") return std::make_unique<FilmRecord>(options, model, model_file);
  if (kind == ".npz" || kind == ".json") return std::make_unique<ArrayRecord>(options, model, data);
  return std::make_unique<CsvRecord>(options, model, data);
}

}  // namespace corten::cli
