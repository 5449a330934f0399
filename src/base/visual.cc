// The rows of visual_fields.def as a table that can be walked.
#include "corten/visual.h"

#include <type_traits>

namespace corten {

namespace {

template <class T>
constexpr int numbers_in() {
  return static_cast<int>(sizeof(T) / sizeof(float));
}

constexpr VisualField kVisualFields[] = {
#define CORTEN_VISUAL_GROUP(type, group, doc)
#define CORTEN_VISUAL(group, kind, type, name, initial, doc) \
  {#group,                                                   \
   #name,                                                    \
   doc,                                                      \
   VisualField::Kind::kind,                                  \
   std::is_same_v<type, int>,                                \
   numbers_in<type>(),                                       \
   offsetof(Visual, group.name)},
#define CORTEN_VISUAL_END(type, group)
#include "corten/visual_fields.def"
#undef CORTEN_VISUAL_GROUP
#undef CORTEN_VISUAL
#undef CORTEN_VISUAL_END
};

constexpr std::size_t count_bytes() {
  std::size_t bytes = 0;
  for (const VisualField& field : kVisualFields) bytes += sizeof(float) * static_cast<std::size_t>(field.count);
  return bytes;
}
static_assert(count_bytes() == sizeof(Visual), "binary files hold Visual as it lies in memory");

}  // namespace

std::span<const VisualField> visual_fields() { return kVisualFields; }

}  // namespace corten
