// The field tables of the library as numpy sees them: name, type of a number, shape, address.
#pragma once

#include <nanobind/ndarray.h>

#include <string>
#include <string_view>
#include <vector>

#include "corten/data.h"
#include "corten/model.h"
#include "corten/option.h"

namespace corten::python {

struct FieldMemory {
  void* data;
  int elements;
};

// One array of a Model or a Data.
template <class Owner>
struct Field {
  const char* name;
  nanobind::dlpack::dtype type;
  int width;          // numbers per element
  const char* count;  // number of elements as written in the table: "nbody", "nkey * nq"
  const char* doc;
  bool writable;  // what the engine uses as index is not, whatever the user does
  FieldMemory (*memory)(Owner& owner);
};

const std::vector<Field<Model>>& model_fields();
const std::vector<Field<Data>>& data_fields();  // of fixed size
const std::vector<Field<Data>>& row_fields();   // whose size changes from step to step

// Number in the table, -1: none.
int find_model_field(std::string_view name);
int find_data_field(std::string_view name);

struct SizeField {
  const char* name;
  int Sizes::*member;
  const char* doc;
};
const std::vector<SizeField>& size_fields();
// Throws std::out_of_range.
int size_of(const Sizes& sizes, std::string_view name);

// The shape of an array of so many elements; "nkey * nq" makes two dimensions, as in MuJoCo.
std::vector<std::size_t> shape_of(const Sizes& sizes, const char* count, int width, int elements);

// What a field looks like for type checkers: "numpy.typing.NDArray[numpy.float64]".
std::string annotation(nanobind::dlpack::dtype type);

// The text of a signature, for as long as the module lives: nanobind keeps pointers to it.
const char* keep_text(std::string text);

// ---- traits of element types

template <class T>
constexpr nanobind::dlpack::dtype number_type() {
  if constexpr (std::is_enum_v<T>) {
    return nanobind::dtype<std::underlying_type_t<T>>();
  } else if constexpr (std::is_same_v<T, char>) {
    return nanobind::dtype<signed char>();
  } else if constexpr (std::is_arithmetic_v<T>) {
    return nanobind::dtype<T>();
  } else {
    return nanobind::dtype<double>();
  }
}
template <class T>
struct ElementTraits {
  static constexpr nanobind::dlpack::dtype type = number_type<T>();
  static constexpr int width = [] {
    if constexpr (std::is_class_v<T>) return T::size();
    return 1;
  }();
};
template <int N>
struct ElementTraits<IntVec<N>> {
  static constexpr nanobind::dlpack::dtype type = nanobind::dtype<int>();
  static constexpr int width = N;
};
template <int N>
struct ElementTraits<FloatVec<N>> {
  static constexpr nanobind::dlpack::dtype type = nanobind::dtype<float>();
  static constexpr int width = N;
};

inline bool is_real(nanobind::dlpack::dtype type) {
  return type.code == static_cast<std::uint8_t>(nanobind::dlpack::dtype_code::Float);
}

}  // namespace corten::python
