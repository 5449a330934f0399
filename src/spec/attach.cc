// Parts of one model inside another.
//
// The order of the lists is MuJoCo's: what the receiving model has comes first, then what the attached one brings, each
// in the order of its own model.
#include "spec/attach.h"

#include <optional>
#include <utility>
#include <vector>

#include "base/text.h"
#include "spec/conflict.h"
#include "spec/copy_referring.h"
#include "spec/keyframe.h"
#include "spec/name_table.h"
#include "spec/part.h"
#include "spec/query.h"
#include "spec/rename.h"

namespace corten {

namespace {

// The part of `source` that the settings name; empty, with a diagnostic, if there is none or its new name is taken.
std::optional<Part> find_part(const Spec& spec, const Spec& source, const AttachSettings& settings,
                              Diagnostics& diagnostics) {
  const auto error = [&](const std::string& message, const std::string& hint) {
    diagnostics.error(settings.where, "attach", "", message, hint);
    return std::nullopt;
  };
  if (!settings.body.empty()) {
    const Body* body = find_body(source.world, settings.body);
    if (!body || body == &source.world) {
      return error("unknown body '" + settings.body + "'", did_you_mean(settings.body, body_names(source.world)));
    }
    if (find_body(spec, settings.prefix + settings.body)) {
      return error("there is a body '" + settings.prefix + settings.body + "' already", "choose another prefix");
    }
    return part_of_body(source.world, *body);
  }
  if (!settings.frame.empty()) {
    const FramePlace place = find_frame(source.world, settings.frame);
    if (!place.body) {
      return error("unknown frame '" + settings.frame + "'", did_you_mean(settings.frame, frame_names(source.world)));
    }
    if (find_frame(spec.world, settings.prefix + settings.frame).body) {
      return error("there is a frame '" + settings.prefix + settings.frame + "' already", "choose another prefix");
    }
    return part_of_frame(*place.body, place.index);
  }
  if (&spec == &source) return error("needs a model, a body or a frame", "");
  return everything_in(source.world);
}

bool within_limits(const Spec& spec, const Body& content, const SourceLocation& where, Diagnostics& diagnostics) {
  if (count_elements(spec.world) + count_elements(content) > kMaxElements) {
    diagnostics.error(where, "attach", "", "makes too large a model",
                      "a model may have " + std::to_string(kMaxElements) + " elements");
    return false;
  }
  if (tree_depth(spec.world) + tree_depth(content) > kMaxTreeDepth) {
    diagnostics.error(where, "attach", "", "makes too deep a tree",
                      "bodies may be nested " + std::to_string(kMaxTreeDepth) + " deep");
    return false;
  }
  return true;
}

template <class T>
void copy_all(std::vector<T>& to, const std::vector<T>& from, Object kind, const Namespace& space, NameTable& names) {
  for (T element : from) {
    rename(element, space);
    names.add(kind, element.name);
    to.push_back(std::move(element));
  }
}

// Whether the part uses them or not.
void copy_assets(Spec& to, const Spec& from, const Namespace& space, NameTable& names) {
  copy_all(to.meshes, from.meshes, Object::kMesh, space, names);
  for (Skin skin : from.skins) {
    if (rename(skin, space, names)) to.skins.push_back(std::move(skin));
  }
  copy_all(to.hfields, from.hfields, Object::kHfield, space, names);
  copy_all(to.textures, from.textures, Object::kTexture, space, names);
  copy_all(to.materials, from.materials, Object::kMaterial, space, names);
  copy_all(to.numerics, from.numerics, Object::kNumeric, space, names);
  copy_all(to.texts, from.texts, Object::kText, space, names);
}

void copy_defaults(Spec& to, const Spec& from, const Namespace& space) {
  const int base = static_cast<int>(to.defaults.size());
  for (DefaultClass defaults : from.defaults) {
    rename(defaults, space);
    defaults.parent = defaults.parent < 0 ? 0 : base + defaults.parent;
    to.defaults.push_back(std::move(defaults));
  }
}

// Place in copy_part() of a frame of the part's owner.
int frame_in_copy(const Part& part, int frame) {
  int place = 0;
  for (int i = 0; i < frame; ++i) place += part.has_in_frame(i);
  return place;
}

// What an attachment works on.
struct Attachment {
  Spec& spec;
  Body& parent;
  int frame;
  const Spec& child;
  const Part& part;
  const Namespace& space;
  NameTable& names;
};

// Moves a recipe of a flex to its new body; false if that is not among the copied ones.
bool place_flexcomp(const Attachment& to, int frame_base, FlexComp& flexcomp, Diagnostics& diagnostics) {
  if (!flexcomp.parent.empty()) {
    flexcomp.parent = to.space(flexcomp.parent);
    return to.names.contains(Object::kBody, flexcomp.parent);
  }
  if (to.part.owner != &to.child.world || !to.part.has_in_frame(flexcomp.frame)) return false;
  const bool in_world = &to.parent == &to.spec.world;
  if (to.parent.name.empty() && !in_world) {
    diagnostics.error(flexcomp.where, "flexcomp", flexcomp.name, "is attached to a body without name");
    return false;
  }
  flexcomp.parent = in_world ? "" : to.parent.name;
  flexcomp.frame = flexcomp.frame < 0 ? to.frame : frame_base + frame_in_copy(to.part, flexcomp.frame);
  return true;
}

// Recipes of flexes stand beside the tree but belong to a body of it. `frame_base` is the first copied frame.
void copy_flexcomps(const Attachment& to, int frame_base, Diagnostics& diagnostics) {
  for (FlexComp flexcomp : to.child.flexcomps) {
    if (!place_flexcomp(to, frame_base, flexcomp, diagnostics)) continue;
    flexcomp.name = to.space(flexcomp.name);
    flexcomp.flex.name = to.space(flexcomp.flex.name);
    flexcomp.flex.material = to.space(flexcomp.flex.material);
    flexcomp.compiler += to.space.compiler;
    to.names.add_flexcomp(flexcomp.name);
    to.spec.flexcomps.push_back(std::move(flexcomp));
  }
}

}  // namespace

void attach(Spec& spec, Body& parent, int frame, const Spec& child, const AttachSettings& settings,
            Diagnostics& diagnostics) {
  const std::optional<Part> part = find_part(spec, child, settings, diagnostics);
  if (!part || !resolve_conflicts(spec, child, settings.where, diagnostics)) return;
  const StateLayout before = state_layout(spec), source = state_layout(child);
  if (!check_keyframes(child.keys, source, settings.where, diagnostics)) return;
  Body content = copy_part(*part);
  if (!within_limits(spec, content, settings.where, diagnostics)) return;

  Namespace space{settings.prefix, "", true, static_cast<int>(spec.compilers.size())};
  spec.compilers.insert(spec.compilers.end(), child.compilers.begin(), child.compilers.end());
  copy_defaults(spec, child, space);

  rename_tree(content, space);
  NameTable names(spec);
  names.add_tree(parent);
  names.add_tree(content);
  const int frame_base = static_cast<int>(parent.frames.size());
  const Growth growth{&parent, parent.joints.size(), parent.bodies.size(), spec.actuators.size()};
  graft(parent, frame, std::move(content));
  copy_flexcomps({spec, parent, frame, child, *part, space, names}, frame_base, diagnostics);

  copy_assets(spec, child, space, names);
  StateIndices copied = state_indices(child.world, *part);
  copied.actuators = copy_referring(spec, child, space, names);
  attach_keyframes(spec, child, settings.prefix, before, source, origins_of_growth(spec, growth, copied));
}

void attach_self(Spec& spec, Body& parent, int frame, const AttachSettings& settings, Diagnostics& diagnostics) {
  const std::optional<Part> part = find_part(spec, spec, settings, diagnostics);
  if (!part) return;
  const StateLayout before = state_layout(spec);
  if (!check_keyframes(spec.keys, before, settings.where, diagnostics)) return;
  Body content = copy_part(*part);
  if (!within_limits(spec, content, settings.where, diagnostics)) return;

  Namespace space;
  space.prefix = settings.prefix;
  rename_tree(content, space);
  NameTable names(spec);
  names.add_tree(parent);
  names.add_tree(content);
  StateIndices copied = state_indices(spec.world, *part);
  const Growth growth{&parent, parent.joints.size(), parent.bodies.size(), spec.actuators.size()};
  graft(parent, frame, std::move(content));  // may move the part, which is not used any more

  copied.actuators = copy_referring(spec, spec, space, names);
  if (!spec.keys.empty()) {
    attach_own_keyframes(spec, settings.prefix, "", before, copied, origins_of_growth(spec, growth, copied));
  }
}

}  // namespace corten
