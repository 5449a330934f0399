// Rows of <visual>, from visual_fields.def: checked and kept as text, since they have no effect on physics.
#include "corten/visual.h"

#include "mjcf/read/drafts.h"
#include "mjcf/schema/rows.h"

namespace corten::mjcf {

namespace {

ValueShape shape_of(const VisualField& field) {
  if (field.kind == VisualField::Kind::Flag) return {ValueKind::kKeyword, 1, 1, &bool_keywords()};
  return {field.whole ? ValueKind::kInt : ValueKind::kFloat, field.count, field.count};
}

void add_visual_group(Schema& schema, const std::string& group, std::string doc) {
  Rows<VisualDraft> rows(schema, "visual/" + group, std::move(doc));
  for (const VisualField& field : visual_fields()) {
    if (field.group != group) continue;
    const ValueShape shape = shape_of(field);
    auto store = [name = std::string(field.name), shape](VisualDraft& draft, const Value& value) {
      draft.values[name] = format_value(shape, value);
    };
    Attribute& row = rows.input(field.name, shape, store, field.meaning);
    if (field.kind == VisualField::Kind::Positive) row.above(0);
  }
}

}  // namespace

void add_visual(Schema& schema) {
  Rows<Group> rows(schema, "visual", "Rendering settings, without effect on physics");
#define CORTEN_VISUAL_GROUP(type, group, doc)            \
  rows.child("visual/" #group, Cardinality::kAtMostOne); \
  add_visual_group(schema, #group, doc);
#define CORTEN_VISUAL(group, kind, type, name, initial, doc)
#define CORTEN_VISUAL_END(type, group)
#include "corten/visual_fields.def"
#undef CORTEN_VISUAL_GROUP
#undef CORTEN_VISUAL
#undef CORTEN_VISUAL_END
}

}  // namespace corten::mjcf
