// A Model as a binary file. The head of the content is, in this order:
//   the number of each size (32 bits), the model's name, options, statistics, visual settings, memory limit (64 bits),
//   for each kind of named thing the number of names and the names.
// A text is its length (32 bits) and its bytes. The body is the memory of all arrays of model_fields.def as it is.
#include "corten/binary.h"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>

#include "base/option_check.h"
#include "model/builder.h"
#include "model/consistency.h"
#include "model/envelope.h"
#include "model/fields.h"

namespace corten {

namespace {

// f(value) for every member; the order is that of the file.
template <class OptionType, class F>
void visit_option(OptionType& o, F&& f) {
#define CORTEN_OPTION(kind, type, name, initial, unit, merge, doc) f(o.name);
#include "corten/option_fields.def"
#undef CORTEN_OPTION
}

template <class StatisticType, class F>
void visit_statistic(StatisticType& s, F&& f) {
  f(s.meaninertia), f(s.meanmass), f(s.meansize), f(s.extent), f(s.center);
}
static_assert(sizeof(Statistic) == 56, "a new statistic is written above");

// f(size) for every size.
template <class SizesType, class F>
void visit_sizes(SizesType& sizes, F&& f) {
#define CORTEN_SIZE(name, doc) f(sizes.name);
#include "corten/model_sizes.def"
#undef CORTEN_SIZE
}

// The sizes as doubles, in which no product overflows.
struct WideSizes {
#define CORTEN_SIZE(name, doc) double name = 0;
#include "corten/model_sizes.def"
#undef CORTEN_SIZE

  explicit WideSizes(const Sizes& sizes) {
#define CORTEN_SIZE(name, doc) name = sizes.name;
#include "corten/model_sizes.def"
#undef CORTEN_SIZE
  }
  double model_bytes() const {
    double bytes = 0;
#define CORTEN_FIELD(type, name, count, doc) bytes += sizeof(type) * static_cast<double>(count);
#include "corten/model_fields.def"
#undef CORTEN_FIELD
    return bytes;
  }
  double data_bytes() const {
    double bytes = 0;
#define CORTEN_FIELD(type, name, count, writer, doc) bytes += sizeof(type) * static_cast<double>(count);
#include "corten/data_fields.def"
#undef CORTEN_FIELD
    return bytes;
  }
};

// Every size and field with its type: whatever changes the content changes this.
std::uint64_t model_layout() {
  static const std::uint64_t kLayout = [] {
    std::string text;
    for (const SizeInfo& size : sizes_of(Sizes{})) text += fmt::format("{};", size.name);
    for (const FieldInfo& field : model_field_table()) {
      text += fmt::format("{} {} {} {};", field.name, field.type, field.components, field.count);
    }
    text += fmt::format("{} {} {} {} narena", sizeof(Option), sizeof(Statistic), sizeof(Visual), kObjectCount);
    return fingerprint(text);
  }();
  return kLayout;
}

Sizes read_sizes(BinaryReader& in) {
  Sizes sizes;
  visit_sizes(sizes, [&](int& size) {
    size = in.number<std::int32_t>();
    if (size < 0) in.refuse("a size is negative");
  });
  // Nothing is allocated that the file could not fill, and no Data that bears no relation to it.
  constexpr double kFreeDataBytes = 1e9, kDataPerByte = 100;
  const WideSizes wide(sizes);
  const double body = static_cast<double>(in.body_size());
  if (wide.model_bytes() > body) in.refuse("the sizes ask for more than the file holds");
  if (wide.data_bytes() > kFreeDataBytes + kDataPerByte * body) {
    in.refuse("the sizes ask for too much memory");
  }
  return sizes;
}

void read_option(BinaryReader& in, Option& option) {
  visit_option(option, [&](auto& value) { value = in.number<std::decay_t<decltype(value)>>(); });
  if (const std::string problem = option_problem(option); !problem.empty()) in.refuse("option " + problem);
}

void read_names(BinaryReader& in, Model& model) {
  for (int kind = 0; kind < kObjectCount; ++kind) {
    const auto count = in.number<std::uint32_t>();
    if (count > in.left() / sizeof(std::uint32_t)) in.refuse("the content ends too early");
    std::vector<std::string> names(count);
    for (std::string& name : names) name = in.text();
    ModelBuilder::set_names(model, static_cast<Object>(kind), std::move(names));
  }
}

Model read_model(ByteSource& source, const std::string& name) {
  BinaryReader in(source, FileKind::kModel, model_layout(), name);
  Model model;
  static_cast<Sizes&>(model) = read_sizes(in);
  model.name = in.text();
  read_option(in, model.opt);
  visit_statistic(model.stat, [&](auto& value) { value = in.number<std::decay_t<decltype(value)>>(); });
  model.vis = in.number<Visual>();
  model.narena = in.number<std::uint64_t>();
  read_names(in, model);
  in.read_body(ModelBuilder::allocate_uninitialized(model));
  if (const std::string problem = find_bad_reference(model); !problem.empty()) in.refuse(problem);
  ModelBuilder::sign(model);
  return model;
}

}  // namespace

std::vector<std::byte> save_model(const Model& model) {
  BinaryWriter out;
  visit_sizes(static_cast<const Sizes&>(model), [&](int size) { out.number(static_cast<std::int32_t>(size)); });
  out.text(model.name);
  visit_option(model.opt, [&](const auto& value) { out.number(value); });
  visit_statistic(model.stat, [&](const auto& value) { out.number(value); });
  out.number(model.vis);
  out.number(static_cast<std::uint64_t>(model.narena));
  for (int kind = 0; kind < kObjectCount; ++kind) {
    const std::vector<std::string>& names = model.names(static_cast<Object>(kind));
    out.number(static_cast<std::uint32_t>(names.size()));
    for (const std::string& name : names) out.text(name);
  }
  return out.finish(FileKind::kModel, model_layout(), model.memory());
}

void save_model(const Model& model, const std::string& path) { write_file(path, save_model(model)); }

Model read_model(std::span<const std::byte> bytes, const std::string& name) {
  return read_model(*bytes_in_memory(bytes), name);
}

Model read_model(const std::string& path) { return read_model(*bytes_in_file(path), path); }

std::optional<Model> read_if_binary(const std::string& path) {
  const std::unique_ptr<ByteSource> file = binary_file(path);
  if (!file) return std::nullopt;
  return read_model(*file, path);
}

}  // namespace corten
