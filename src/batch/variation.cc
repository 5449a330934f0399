// See variation.h. Constants that follow from varied fields are found by comparison: recompute_constants runs once per
// world on a copy of the model, and every field that comes out different from the model's varies from then on.
#include "batch/variation.h"

#include <fmt/format.h>

#include <cstring>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "corten/edit.h"
#include "model/fields.h"

namespace corten {

namespace {

// "side sites" of a tendon's path: indices in an array of real numbers.
constexpr std::string_view kIndices = "wrap_prm";

bool may_vary(const FieldInfo& info) {
  const std::string_view type = info.type;
  return (type == "double" || type == "float" || type == "bool") && info.name != kIndices;
}

std::byte* place_of(const FieldView& view) { return const_cast<std::byte*>(view.data()); }

// Real numbers of an option: 0 if it is a choice or a whole number.
template <class T>
constexpr int real_numbers() {
  if constexpr (std::is_same_v<T, double>) return 1;
  if constexpr (std::is_class_v<T>) return T::size();
  return 0;
}

}  // namespace

Variation::Place Variation::find_option(Model& model, std::string_view option) {
#define CORTEN_OPTION(kind, element, name, initial, unit, merge, doc) \
  if (option == #name && real_numbers<element>() > 0)                 \
    return {reinterpret_cast<std::byte*>(&model.opt.name), sizeof(model.opt.name), "double", real_numbers<element>()};
#include "corten/option_fields.def"
#undef CORTEN_OPTION
  throw std::out_of_range(fmt::format("there is no option '{}' of real numbers", option));
}

Variation::Place Variation::find_place(Model& model, std::string_view field) {
  if (field.starts_with("opt.")) return find_option(model, field.substr(4));
  for (const FieldView& view : fields_of(model)) {
    if (view.name() == field) return {place_of(view), view.bytes(), view.info().type, view.size()};
  }
  throw std::out_of_range(fmt::format("a Model has no field '{}'", field));
}

const BatchArray* Variation::find(std::string_view field) const {
  for (const BatchArray& array : arrays_) {
    if (array.name == field) return &array;
  }
  return nullptr;
}

const BatchArray& Variation::add(std::string_view field, const Place& place) {
  const auto worlds = static_cast<std::size_t>(worlds_);
  memory_.emplace_back(place.bytes * worlds);
  std::byte* rows = memory_.back().get();
  for (std::size_t w = 0; w < worlds && place.bytes > 0; ++w)
    std::memcpy(rows + w * place.bytes, place.data, place.bytes);
  return arrays_.emplace_back(
      BatchArray{std::string(field), place.type, static_cast<std::size_t>(place.numbers), place.bytes, rows});
}

const BatchArray& Variation::vary(std::string_view field) {
  if (const BatchArray* known = find(field)) return *known;
  for (const FieldInfo& info : model_field_table()) {
    if (info.name == field && !may_vary(info))
      throw std::invalid_argument(fmt::format("{} cannot vary: the engine uses it as index", field));
  }
  return add(field, find_place(const_cast<Model&>(model_), field));
}

std::size_t Variation::bytes() const {
  std::size_t sum = statistics_.empty() ? 0 : sizeof(Statistic);
  for (const BatchArray& array : arrays_) sum += array.bytes;
  return sum;
}

std::vector<std::byte*> Variation::places(Model& model) const {
  std::vector<std::byte*> result;
  for (const BatchArray& array : arrays_) result.push_back(find_place(model, array.name).data);
  return result;
}

void Variation::apply(int world, std::span<std::byte* const> places, Model& model) const {
  const auto w = static_cast<std::size_t>(world);
  for (std::size_t i = 0; i < arrays_.size(); ++i) {
    const std::size_t bytes = arrays_[i].bytes;
    if (bytes > 0) std::memcpy(places[i], arrays_[i].data + w * bytes, bytes);
  }
  if (!statistics_.empty()) model.stat = statistics_[w];
}

void Variation::recompute_constants() {
  const std::vector<FieldView> original = fields_of(model_);
  std::vector<Statistic> statistics(static_cast<std::size_t>(worlds_), model_.stat);
  for (int w = 0; w < worlds_; ++w) {
    Model model(model_);
    apply(w, places(model), model);
    corten::recompute_constants(model);
    statistics[static_cast<std::size_t>(w)] = model.stat;
    const std::vector<FieldView> changed = fields_of(model);
    for (std::size_t f = 0; f < changed.size(); ++f) {
      const FieldView& now = changed[f];
      const BatchArray* array = find(now.name());
      const bool same = now.bytes() == 0 || std::memcmp(now.data(), original[f].data(), now.bytes()) == 0;
      if (array == nullptr && same) continue;
      if (array == nullptr) array = &add(now.name(), find_place(const_cast<Model&>(model_), now.name()));
      if (now.bytes() > 0)
        std::memcpy(array->data + static_cast<std::size_t>(w) * array->bytes, now.data(), now.bytes());
    }
  }
  statistics_ = std::move(statistics);
}

}  // namespace corten
