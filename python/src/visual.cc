// Settings of pictures of a Model, straight from visual_fields.def: model.vis.map.znear; colours as numpy views.
#include "corten/visual.h"

#include <fmt/format.h>
#include <nanobind/eval.h>
#include <nanobind/stl/string.h>

#include <deque>
#include <string>

#include "fields.h"
#include "objects.h"

namespace corten::python {

namespace {

struct PyVisual {
  std::shared_ptr<ModelBox> box;
};
template <class Group>
struct PyVisualGroup : PyVisual {};

nb::object visual_value(const PyVisual& v, const VisualField& field) {
  Visual& visual = v.box->model.vis;
  if (field.whole) return nb::int_(*field.ints(visual));
  if (field.count == 1) return nb::float_(*field.floats(visual));
  return make_view(field.floats(visual), nb::dtype<float>(), {static_cast<std::size_t>(field.count)}, v.box,
                   v.box->writable);
}

void set_visual_value(const PyVisual& v, const VisualField& field, const nb::object& value) {
  const std::string name = fmt::format("vis.{}.{}", field.group, field.name);
  if (!v.box->writable) {
    throw nb::attribute_error(fmt::format("{} of a Model is read-only; that of model.writable() is not", name).c_str());
  }
  Visual& visual = v.box->model.vis;
  if (field.count > 1) return assign(visual_value(v, field), nb::ellipsis(), value, name);
  double number = 0;
  if (field.whole ? !nb::try_cast(value, *field.ints(visual)) : !nb::try_cast(value, number)) {
    throw nb::type_error(fmt::format("{} is {}", name, field.whole ? "an integer" : "a number").c_str());
  }
  if (!field.whole) *field.floats(visual) = static_cast<float>(number);
}

nb::dict group_to_dict(const PyVisual& v, const std::string& group) {
  nb::dict values;
  for (const VisualField& field : visual_fields()) {
    if (field.group == group) values[field.name] = visual_value(v, field);
  }
  return values;
}

template <class Group>
void bind_group(nb::module_& m, nb::class_<PyVisual>& owner, const char* type, const char* group, const char* doc) {
  static std::deque<std::string> signatures;  // nanobind keeps the pointers
  const auto keep = [](std::string text) { return signatures.emplace_back(std::move(text)).c_str(); };
  nb::class_<PyVisualGroup<Group>> c(m, keep(std::string("Visual") + type), doc);
  for (const VisualField& field : visual_fields()) {
    if (field.group != std::string_view(group)) continue;
    const std::string kind = field.whole ? "int" : field.count == 1 ? "float" : annotation(nb::dtype<float>());
    const std::string given = field.count > 1 ? "numpy.typing.ArrayLike" : kind;
    c.def_prop_rw(
        field.name, [&field](const PyVisualGroup<Group>& v) { return visual_value(v, field); },
        [&field](const PyVisualGroup<Group>& v, const nb::object& value) { set_visual_value(v, field, value); },
        field.meaning, nb::for_getter(nb::sig(keep(fmt::format("def {}(self) -> {}", field.name, kind)))),
        nb::for_setter(nb::sig(keep(fmt::format("def {}(self, value: {}) -> None", field.name, given)))));
  }
  c.def(
      "to_dict", [group](const PyVisualGroup<Group>& v) { return group_to_dict(v, group); },
      nb::sig("def to_dict(self) -> dict[str, typing.Any]"), "All settings of the group by name.");
  const std::string name = std::string(group) == "global" ? "global_" : group;  // a word of Python
  owner.def_prop_ro(
      keep(name), [](const PyVisual& v) { return PyVisualGroup<Group>{v}; }, doc);
}

}  // namespace

void bind_visual(nb::module_& m, nb::handle model) {
  nb::class_<PyVisual> c(m, "Visual", "Settings of pictures. Those of a Model can be set on model.writable().");
#define CORTEN_VISUAL_GROUP(type, group, doc) bind_group<Visual::type>(m, c, #type, #group, doc);
#define CORTEN_VISUAL(group, kind, type, name, initial, doc)
#define CORTEN_VISUAL_END(type, group)
#include "corten/visual_fields.def"
#undef CORTEN_VISUAL_GROUP
#undef CORTEN_VISUAL
#undef CORTEN_VISUAL_END
  nb::borrow<nb::class_<PyModel>>(model).def_prop_ro(
      "vis", [](const PyModel& p) { return PyVisual{p.box}; }, "settings of pictures");
}

}  // namespace corten::python
