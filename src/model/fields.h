// The field tables at run time: every size and array of a Model or Data by name, as flat numbers.
//
// Whatever lists, prints or looks up fields (dump, csv, info, the reference page) goes through these views, so that a
// row in model_fields.def or data_fields.def is all that a new field needs.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// One row of a field table.
struct FieldInfo {
  const char* name;
  const char* type;    // type of one number: "double", "float", "int", "bool", "char", "byte" or "enum"
  int components;      // numbers per element: 3 for an array of Vec3
  const char* count;   // number of elements, an expression of the sizes
  const char* writer;  // Data: the source file that computes it, "user" for inputs; Model: "compile"
  const char* doc;
};

// One array, seen as size() numbers. Valid as long as the Model or Data it came from.
class FieldView {
 public:
  FieldView(const FieldInfo& info, const void* data, int size, int stride)
      : info_(&info), data_(static_cast<const std::byte*>(data)), size_(size), stride_(stride) {}

  const FieldInfo& info() const { return *info_; }
  std::string_view name() const { return info_->name; }
  int size() const { return size_; }
  std::size_t bytes() const { return static_cast<std::size_t>(size_) * static_cast<std::size_t>(stride_); }
  bool is_integer() const;         // everything but double and float
  double operator[](int i) const;  // exact for every type
  const std::byte* data() const { return data_; }

 private:
  const FieldInfo* info_;
  const std::byte* data_;
  int size_;    // numbers
  int stride_;  // bytes per number
};

// All arrays in the order of the table.
std::vector<FieldView> fields_of(const Model& model);
std::vector<FieldView> fields_of(const Data& data);

// The tables themselves, without a Model or Data.
const std::vector<FieldInfo>& model_field_table();
const std::vector<FieldInfo>& data_field_table();

struct SizeInfo {
  const char* name;
  const char* doc;
  int value;
};
std::vector<SizeInfo> sizes_of(const Sizes& sizes);

// The reference page of all sizes and fields, in Markdown.
std::string field_reference();

}  // namespace corten
