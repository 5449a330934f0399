// JSON as the command writes it: keys in the order they were added, shortest digits that read back exactly, null for
// numbers that are not finite.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "corten/types.h"
#include "model/fields.h"

namespace corten::cli {

using Json = nlohmann::ordered_json;

// The numbers of a field, integers without a decimal point.
Json numbers(const FieldView& field);
Json numbers(const double* values, int count);
Json numbers(const int* values, int count);

template <class T>
Json numbers(const T& vector) {  // Vec3, Vec<N>, Mat3, ...
  return numbers(vector.data(), vector.size());
}
template <int N>
Json numbers(const IntVec<N>& vector) {
  return numbers(vector.v, N);
}

// Ends with a new line. An `indent` of -1 puts everything on one line.
std::string json_text(const Json& json, int indent = -1);

// Writes to a file, or to standard output if `path` is empty or "-".
void write_json(const Json& json, const std::string& path, int indent = -1);

}  // namespace corten::cli
