// Settings of pictures, listed in visual_fields.def: MJCF's <visual>. They have no effect on the simulation.
#pragma once

#include <cstddef>
#include <span>

#include "corten/export.h"
#include "corten/types.h"

namespace corten {

struct Visual {
#define CORTEN_VISUAL_GROUP(type, group, doc) struct type {
#define CORTEN_VISUAL(group, kind, type, name, initial, doc) type name = initial;
#define CORTEN_VISUAL_END(type, group) \
  }                                    \
  group;
#include "corten/visual_fields.def"
#undef CORTEN_VISUAL_GROUP
#undef CORTEN_VISUAL
#undef CORTEN_VISUAL_END
};

// One row of visual_fields.def.
struct VisualField {
  enum class Kind { Any, Positive, Flag };
  const char *group, *name, *meaning;
  Kind kind;
  bool whole;          // int, otherwise float
  int count;           // numbers: 1, 3 or 4
  std::size_t offset;  // bytes from the start of Visual

  const int* ints(const Visual& v) const { return reinterpret_cast<const int*>(bytes(v)); }
  int* ints(Visual& v) const { return const_cast<int*>(ints(static_cast<const Visual&>(v))); }
  const float* floats(const Visual& v) const { return reinterpret_cast<const float*>(bytes(v)); }
  float* floats(Visual& v) const { return const_cast<float*>(floats(static_cast<const Visual&>(v))); }

 private:
  const std::byte* bytes(const Visual& v) const { return reinterpret_cast<const std::byte*>(&v) + offset; }
};

// All of them, in order.
CORTEN_API std::span<const VisualField> visual_fields();

}  // namespace corten
