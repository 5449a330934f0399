// Each writable part of the state is a row in one list: its key and where its numbers live.
#include "cli/arguments/state_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <set>
#include <span>
#include <vector>

#include "base/text.h"
#include "cli/failure.h"

namespace corten::cli {

namespace {

struct Part {
  const char* key;
  std::span<double> values;
};

template <class T>
std::span<double> flat(Array<T>& array) {
  constexpr int kWidth = sizeof(T) / sizeof(double);
  return {reinterpret_cast<double*>(array.data()), static_cast<std::size_t>(array.size() * kWidth)};
}

std::vector<Part> parts_of(Data& data) {
  return {{"qpos", flat(data.qpos)},
          {"qvel", flat(data.qvel)},
          {"act", flat(data.act)},
          {"ctrl", flat(data.ctrl)},
          {"mocap_pos", flat(data.mocap_pos)},
          {"mocap_quat", flat(data.mocap_quat)},
          {"qfrc_applied", flat(data.qfrc_applied)},
          {"xfrc_applied", flat(data.xfrc_applied)},
          {"time", {&data.time, 1}}};
}

[[noreturn]] void refuse_state(const std::string& message) {
  throw Failure(ExitCode::kRefused, "error: state: " + shortened(message));
}

double number(const Json& value, const std::string& key) {
  if (value.is_null()) return std::numeric_limits<double>::quiet_NaN();
  if (value.is_structured()) refuse_state(fmt::format("{} holds an {}, which is not a number", key, value.type_name()));
  if (!value.is_number()) refuse_state(fmt::format("{} holds something that is not a number: {}", key, value.dump()));
  return value.get<double>();
}

// "[json.exception.parse_error.101] parse error at line 1: ..." without the name of the exception.
std::string reason_of(const Json::exception& failure) {
  const std::string text = failure.what();
  const std::size_t end = text.find("] ");
  return text.starts_with("[json.exception") && end != text.npos ? text.substr(end + 2) : text;
}

void set_part(const Part& part, const Json& value) {
  const std::string key = part.key;
  if (key == "time") {
    part.values[0] = number(value, key);
    return;
  }
  if (!value.is_array()) refuse_state(fmt::format("{} is not a list of numbers", key));
  if (value.size() != part.values.size()) {
    refuse_state(fmt::format("{} has {} numbers, the model needs {}", key, value.size(), part.values.size()));
  }
  for (std::size_t i = 0; i < value.size(); ++i) part.values[i] = number(value[i], key);
}

}  // namespace

Json state_to_json(const Data& data) {
  static const std::set<std::string_view> kKeys = {"qpos",      "qvel",       "act",          "ctrl",
                                                   "mocap_pos", "mocap_quat", "qfrc_applied", "xfrc_applied"};
  Json state;
  for (const FieldView& field : fields_of(data)) {
    if (kKeys.contains(field.name())) state[std::string(field.name())] = numbers(field);
  }
  state["time"] = data.time;
  return state;
}

Json read_state_file(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) refuse_state(fmt::format("'{}' is a folder, not a JSON file", path));
  std::ifstream file(path);
  if (!file) refuse_state(fmt::format("cannot read '{}': {}", path, std::strerror(errno)));
  try {
    Json state = Json::parse(file);
    if (!state.is_object()) refuse_state(fmt::format("'{}' is not a JSON object such as {{\"qpos\": [0, 0]}}", path));
    return state;
  } catch (const Json::exception& e) {
    refuse_state(fmt::format("'{}' is not JSON: {}", path, reason_of(e)));
  }
}

void set_state(Data& data, const Json& state, const std::string& path) try {
  const std::vector<Part> parts = parts_of(data);
  std::vector<std::string> keys;
  for (const Part& part : parts) keys.emplace_back(part.key);
  for (const auto& [key, value] : state.items()) {
    const auto part =
        std::find_if(parts.begin(), parts.end(), [&wanted = key](const Part& p) { return p.key == wanted; });
    if (part == parts.end()) refuse_state(fmt::format("there is no '{}'; {}", key, did_you_mean(key, keys)));
    set_part(*part, value);
  }
} catch (const Failure& failure) {
  if (path.empty()) throw;
  throw Failure(failure.code(), fmt::format("{}: {}", path, failure.what()));
}

}  // namespace corten::cli
