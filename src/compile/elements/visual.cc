// Settings of <visual>: the texts of the Spec as numbers of the Model.
#include <charconv>
#include <string>
#include <vector>

#include "base/text.h"
#include "compile/elements/elements.h"

namespace corten {

namespace {

const VisualField* find_visual(const VisualSetting& setting) {
  for (const VisualField& field : visual_fields()) {
    if (setting.section == field.group && setting.attribute == field.name) return &field;
  }
  return nullptr;
}

// As many numbers as there is room for, separated by blanks; false if the text is anything else.
template <class T>
bool read_numbers(std::string_view text, std::span<T> numbers) {
  const char *at = text.data(), *end = at + text.size();
  const auto skip_blanks = [&] {
    while (at != end && (*at == ' ' || *at == '\t' || *at == '\n')) ++at;
  };
  for (T& number : numbers) {
    skip_blanks();
    const auto [next, problem] = std::from_chars(at, end, number);
    if (problem != std::errc{}) return false;
    at = next;
  }
  skip_blanks();
  return at == end;
}

bool set_visual(const VisualField& field, const std::string& text, Visual& visual) {
  const auto count = static_cast<std::size_t>(field.count);
  if (!field.whole) return read_numbers(text, std::span(field.floats(visual), count));
  if (field.kind == VisualField::Kind::Flag && (text == "true" || text == "false")) {
    *field.ints(visual) = text == "true";
    return true;
  }
  return read_numbers(text, std::span(field.ints(visual), count));
}

}  // namespace

void fill_visual(Context& context, Model& m) {
  for (const VisualSetting& setting : context.spec().visual) {
    const VisualField* field = find_visual(setting);
    const std::string name = setting.section + " " + setting.attribute;
    if (!field) {
      context.diagnostics().error({}, "visual", {}, "there is no setting '" + shortened(name) + "'");
    } else if (!set_visual(*field, setting.value, m.vis)) {
      context.diagnostics().error({}, "visual", {}, name + " cannot be '" + shortened(setting.value) + "'",
                                  std::to_string(field->count) + (field->whole ? " whole number" : " numbers"));
    }
  }
}

}  // namespace corten
