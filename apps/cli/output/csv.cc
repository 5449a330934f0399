// Numbers are written with the fewest digits that read back exactly.
#include "cli/output/csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "cli/arguments/field_filter.h"
#include "cli/failure.h"
#include "cli/output/columns.h"

namespace corten::cli {

namespace {

// A cell of the header; what would end it is quoted as CSV has it.
std::string cell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

std::string header_of(const Model& model, const FieldView& field) {
  std::string header;
  for (const std::string& part : part_names(model, field))
    header += "," + cell(fmt::format("{}[{}]", field.name(), part));
  return header;
}

constexpr double kDoubleBytes = 19, kIntegerBytes = 4;  // of a typical number and its comma

}  // namespace

ChosenFields::ChosenFields(const std::vector<std::string>& fields, const Data& data) {
  for (const std::string& field : fields) require_columns("--fields", field);
  const FieldFilter wanted(fields, column_fields());
  const std::vector<FieldView> all = fields_of(data);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (wanted(all[i].name()) && !has_no_columns(all[i].name())) arrays.push_back(i);
  }
  energy = wanted("energy");
  for (const char* name : {"ncon", "nefc"}) {
    if (wanted(name)) scalars.emplace_back(name);
  }
}

double scalar_of(const Data& data, const std::string& name) {
  return name == "ncon" ? static_cast<double>(data.contact.size()) : data.nefc;
}

CsvWriter::CsvWriter(const std::vector<std::string>& fields, const Model& model, const Data& data)
    : chosen_(fields, data) {
  header_ = "time";
  row_bytes_ = kDoubleBytes;
  const std::vector<FieldView> all = fields_of(data);
  for (const std::size_t i : chosen_.arrays) {
    header_ += header_of(model, all[i]);
    row_bytes_ += all[i].size() * (all[i].is_integer() ? kIntegerBytes : kDoubleBytes);
  }
  if (chosen_.energy) header_ += ",energy[potential],energy[kinetic]", row_bytes_ += 2 * kDoubleBytes;
  for (const std::string& name : chosen_.scalars) header_ += "," + name, row_bytes_ += kIntegerBytes;
  header_ += '\n';
}

CsvWriter::~CsvWriter() {
  if (file_ && file_ != stdout) std::fclose(file_);
}

void CsvWriter::fail() const {
  throw Failure(ExitCode::kRefused,
                fmt::format("error: cannot write {}: {}", path_ == "-" ? "to standard output" : "'" + path_ + "'",
                            std::strerror(errno)));
}

void CsvWriter::open(const std::string& path) {
  path_ = path;
  file_ = path == "-" ? stdout : std::fopen(path.c_str(), "wb");
  if (!file_) fail();
  write(header_);
}

void CsvWriter::write(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) fail();
}

void CsvWriter::add_row(const Data& data) {
  std::string row = fmt::format("{}", data.time);
  const auto put = [&](double value) { fmt::format_to(std::back_inserter(row), ",{}", value); };
  const std::vector<FieldView> all = fields_of(data);
  for (const std::size_t column : chosen_.arrays) {
    for (int i = 0; i < all[column].size(); ++i) put(all[column][i]);
  }
  if (chosen_.energy) put(data.energy[0]), put(data.energy[1]);
  for (const std::string& name : chosen_.scalars) put(scalar_of(data, name));
  row += '\n';
  write(row);
}

void CsvWriter::close() {
  std::FILE* file = std::exchange(file_, nullptr);
  if ((file == stdout ? std::fflush(file) : std::fclose(file)) != 0) fail();
}

}  // namespace corten::cli
