// Conversion of arrays to JSON, and writing.
#include "cli/output/json.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>

#include "cli/failure.h"

namespace corten::cli {

namespace {

template <class T>
Json make_array(int count, T&& value_at) {
  Json array = Json::array();
  auto& values = array.get_ref<Json::array_t&>();
  values.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) values.emplace_back(value_at(i));
  return array;
}

}  // namespace

Json numbers(const FieldView& field) {
  if (field.is_integer()) return make_array(field.size(), [&](int i) { return static_cast<int>(field[i]); });
  return make_array(field.size(), [&](int i) { return field[i]; });
}

Json numbers(const double* values, int count) {
  return make_array(count, [&](int i) { return values[i]; });
}

Json numbers(const int* values, int count) {
  return make_array(count, [&](int i) { return values[i]; });
}

std::string json_text(const Json& json, int indent) {
  // Names come from the model file and need not be valid UTF-8.
  return json.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

void write_json(const Json& json, const std::string& path, int indent) {
  const std::string text = json_text(json, indent);
  if (path.empty() || path == "-") {
    std::fwrite(text.data(), 1, text.size(), stdout);
    return;  // whether all of it could be written is known at the end
  }
  std::ofstream file(path, std::ios::binary);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.close();
  if (!file) throw Failure(ExitCode::kRefused, fmt::format("error: cannot write '{}': {}", path, std::strerror(errno)));
}

}  // namespace corten::cli
