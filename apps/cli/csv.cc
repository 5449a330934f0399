// Numbers are written with the fewest digits that read back exactly.
#include "cli/csv.h"

#include <fmt/format.h>

#include "cli/failure.h"
#include "cli/field_filter.h"

namespace corten::cli {

CsvWriter::CsvWriter(const std::string& path, const std::vector<std::string>& fields, const Data& data)
    : path_(path), data_(data) {
  const FieldFilter wanted(fields, names_of(data_field_table()));
  for (const FieldView& field : fields_of(data)) {
    if (wanted(field.name())) columns_.push_back(field);
  }
  file_.open(path, std::ios::binary);
  if (!file_) throw Failure(ExitCode::kRefused, fmt::format("error: cannot write '{}'", path));
  file_ << "time";
  for (const FieldView& field : columns_) {
    for (int i = 0; i < field.size(); ++i) file_ << ',' << field.name() << '[' << i << ']';
  }
  file_ << '\n';
}

void CsvWriter::put(double value) {
  fmt::memory_buffer text;
  fmt::format_to(std::back_inserter(text), "{}", value);
  file_.write(text.data(), static_cast<std::streamsize>(text.size()));
}

void CsvWriter::add_row() {
  put(data_.time);
  for (const FieldView& field : columns_) {
    for (int i = 0; i < field.size(); ++i) {
      file_.put(',');
      put(field[i]);
    }
  }
  file_.put('\n');
}

void CsvWriter::close() {
  file_.close();
  if (!file_) throw Failure(ExitCode::kRefused, fmt::format("error: cannot write '{}'", path_));
}

}  // namespace corten::cli
