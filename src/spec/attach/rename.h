// New names for copied elements: the prefix of <attach>, the suffix of <replicate>.
#pragma once

#include <string>

#include "corten/spec.h"
#include "spec/attach/name_table.h"

namespace corten {

struct Namespace {
  std::string prefix, suffix;
  bool foreign = false;  // the elements come from another model: its classes and assets are renamed as well
  int compiler = 0;      // what to add to their compiler index

  // The name in this namespace; an empty name stays empty.
  std::string operator()(const std::string& name) const { return name.empty() ? name : prefix + name + suffix; }
};

// The kinematic tree: `root` and all below. References between elements of the tree follow.
void rename_tree(Body& root, const Namespace& space);

// Assets, custom data and classes, which refer to assets only.
void rename(Mesh& mesh, const Namespace& space);
void rename(Hfield& hfield, const Namespace& space);
void rename(Texture& texture, const Namespace& space);
void rename(Material& material, const Namespace& space);
void rename(Numeric& numeric, const Namespace& space);
void rename(Text& text, const Namespace& space);
void rename(DefaultClass& defaults, const Namespace& space);

// Elements that refer to others. They return false, and leave the element half renamed, if it has no place in the
// namespace: a reference leads to nothing in `names`, or all of them lead to elements outside of it.
//   - A pair, an exclude, a sensor or a tendon may mix: a reference that means nothing under its new name keeps the
//   old.
//   - The others need every reference under its new name.
//   - A sensor that refers to nothing, such as a clock, always has a place.
bool rename(Skin& skin, const Namespace& space, const NameTable& names);
bool rename(Flex& flex, const Namespace& space, const NameTable& names);
bool rename(Pair& pair, const Namespace& space, const NameTable& names);
bool rename(Exclude& exclude, const Namespace& space, const NameTable& names);
bool rename(Equality& equality, const Namespace& space, const NameTable& names);
bool rename(Tendon& tendon, const Namespace& space, const NameTable& names);
bool rename(Actuator& actuator, const Namespace& space, const NameTable& names);
bool rename(Sensor& sensor, const Namespace& space, const NameTable& names);
bool rename(Tuple& tuple, const Namespace& space, const NameTable& names);

}  // namespace corten
