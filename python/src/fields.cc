// See fields.h. What may be written: real numbers, and flags and masks that no loop uses as an index. The integers of a
// Model lead from one array to another, those of a Data are results; a wrong one would lead out of the memory.
#include "fields.h"

#include <algorithm>
#include <cctype>
#include <deque>
#include <stdexcept>
#include <string>
#include <unordered_map>

namespace corten::python {

namespace {

// Integers of a Model that only select.
constexpr std::string_view kFree[] = {"geom_contype", "geom_conaffinity", "geom_priority", "geom_group",
                                      "site_group",   "jnt_group",        "tendon_group",  "actuator_group",
                                      "flex_contype", "flex_conaffinity", "flex_priority", "flex_group",
                                      "tex_data"};

bool is_flag(nanobind::dlpack::dtype type) {
  return type.code == static_cast<std::uint8_t>(nanobind::dlpack::dtype_code::Bool);
}

bool model_writable(std::string_view name, nanobind::dlpack::dtype type) {
  return is_real(type) || is_flag(type) || std::ranges::find(kFree, name) != std::end(kFree);
}

bool data_writable(std::string_view writer, nanobind::dlpack::dtype type) {
  return is_real(type) || (is_flag(type) && writer == "user");
}

template <class Owner>
std::unordered_map<std::string_view, int> index_of(const std::vector<Field<Owner>>& fields) {
  std::unordered_map<std::string_view, int> index;
  for (const Field<Owner>& field : fields) index.emplace(field.name, static_cast<int>(index.size()));
  return index;
}

int find(const std::unordered_map<std::string_view, int>& index, std::string_view name) {
  const auto found = index.find(name);
  return found == index.end() ? -1 : found->second;
}

}  // namespace

const std::vector<Field<Model>>& model_fields() {
  static const std::vector<Field<Model>> fields = {
#define CORTEN_FIELD(element, name, count, doc)         \
  {#name,                                               \
   ElementTraits<element>::type,                        \
   ElementTraits<element>::width,                       \
   #count,                                              \
   doc,                                                 \
   model_writable(#name, ElementTraits<element>::type), \
   [](Model& m) -> FieldMemory {                        \
     return {m.name.data(), m.name.size()};             \
   }},
#include "corten/model_fields.def"
#undef CORTEN_FIELD
  };
  return fields;
}

#define CORTEN_FIELD(element, name, count, writer, doc) \
  {#name,                                               \
   ElementTraits<element>::type,                        \
   ElementTraits<element>::width,                       \
   #count,                                              \
   doc,                                                 \
   data_writable(writer, ElementTraits<element>::type), \
   [](Data& d) -> FieldMemory {                         \
     return {d.name.data(), d.name.size()};             \
   }},
const std::vector<Field<Data>>& data_fields() {
  static const std::vector<Field<Data>> fields = {
#include "corten/data_fields.def"
  };
  return fields;
}

const std::vector<Field<Data>>& row_fields() {
  static const std::vector<Field<Data>> fields = {
#include "corten/row_fields.def"
  };
  return fields;
}
#undef CORTEN_FIELD

int find_model_field(std::string_view name) {
  static const auto index = index_of(model_fields());
  return find(index, name);
}

int find_data_field(std::string_view name) {
  static const auto index = index_of(data_fields());
  return find(index, name);
}

const std::vector<SizeField>& size_fields() {
  static const std::vector<SizeField> fields = {
#define CORTEN_SIZE(name, doc) {#name, &Sizes::name, doc},
#include "corten/model_sizes.def"
#undef CORTEN_SIZE
  };
  return fields;
}

int size_of(const Sizes& sizes, std::string_view name) {
  for (const SizeField& field : size_fields()) {
    if (name == field.name) return sizes.*field.member;
  }
  throw std::out_of_range(std::string(name) + " is no size of a model");
}

std::vector<std::size_t> shape_of(const Sizes& sizes, const char* count, int width, int elements) {
  const std::string_view text = count;
  const auto n = static_cast<std::size_t>(elements), w = static_cast<std::size_t>(width);
  const std::size_t times = text.find(" * ");
  const bool product = times != std::string_view::npos && std::isalpha(static_cast<unsigned char>(text[0])) &&
                       text.find_first_of("(+*", times + 3) == std::string_view::npos;
  if (product) {
    const auto rows = static_cast<std::size_t>(size_of(sizes, text.substr(0, times)));
    const auto columns = static_cast<std::size_t>(size_of(sizes, text.substr(times + 3)));
    return {rows, columns * w};
  }
  if (text.starts_with("2 * ") && width == 1) return {n / 2, 2};  // pairs, counted one by one in the table
  return width == 1 ? std::vector{n} : std::vector{n, w};
}

const char* keep_text(std::string text) {
  static std::deque<std::string> kept;
  return kept.emplace_back(std::move(text)).c_str();
}

std::string annotation(nanobind::dlpack::dtype type) {
  using Code = nanobind::dlpack::dtype_code;
  const auto code = static_cast<Code>(type.code);
  const std::string kind = code == Code::Bool    ? "bool_"
                           : code == Code::Float ? "float" + std::to_string(type.bits)
                           : code == Code::UInt  ? "uint" + std::to_string(type.bits)
                                                 : "int" + std::to_string(type.bits);
  return "numpy.typing.NDArray[numpy." + kind + "]";
}

}  // namespace corten::python
