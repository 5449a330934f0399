// Parts of one model inside another.
//
// The order of the lists is MuJoCo's: what the receiving model has comes first, then what the attached one brings, each
// in the order of its own model.
#include "spec/attach/attach.h"

#include <optional>
#include <utility>
#include <vector>

#include "base/text.h"
#include "spec/attach/keyframe.h"
#include "spec/attach/name_table.h"
#include "spec/attach/rename.h"
#include "spec/flexcomp/flexcomp.h"
#include "spec/query.h"

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
    if (const std::string name = settings.prefix + settings.body + settings.suffix; find_body(spec, name)) {
      return error("there is a body '" + name + "' already", "choose another prefix");
    }
    return part_of_body(source.world, *body);
  }
  if (!settings.frame.empty()) {
    const FramePlace place = find_frame(source.world, settings.frame);
    if (!place.body) {
      return error("unknown frame '" + settings.frame + "'", did_you_mean(settings.frame, frame_names(source.world)));
    }
    if (const std::string name = settings.prefix + settings.frame + settings.suffix;
        find_frame(spec.world, name).body) {
      return error("there is a frame '" + name + "' already", "choose another prefix");
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

struct Grafted {
  StateIndices copied;
  StateOrigins origins;
};

// Adds `content`, a copy of the part of `source`, and all that refers to it.
Grafted graft_part(Spec& spec, Body& parent, int frame, const Spec& source, const Part& part, Body content,
                   const Namespace& space) {
  rename_tree(content, space);
  NameTable names(spec);
  names.add_tree(parent);
  names.add_tree(content);
  std::vector<FlexComp> flexcomps;
  if (!space.foreign) flexcomps = move_flexcomps(spec, part, parent, space);
  StateIndices copied = state_indices(source, part);
  const Growth growth{&parent, parent.joints.size(), parent.bodies.size(), spec.actuators.size(),
                      spec.flexcomps.size()};
  graft(parent, frame, std::move(content));  // may move the part, if it is of the same model; it is not used any more

  for (const FlexComp& flexcomp : flexcomps) names.add_flexcomp(flexcomp.name);
  if (space.foreign) copy_assets(spec, source, space, names);
  copied.actuators = copy_referring(spec, source, space, names);
  for (FlexComp& flexcomp : flexcomps) {
    flexcomp.flexes = static_cast<int>(spec.flexes.size());
    flexcomp.equalities = static_cast<int>(spec.equalities.size());
    spec.flexcomps.push_back(std::move(flexcomp));
  }
  return {copied, origins_of_growth(spec, growth, copied)};
}

}  // namespace

void attach(Spec& spec, Body& parent, int frame, const Spec& given, const AttachSettings& settings,
            Diagnostics& diagnostics) {
  // MuJoCo: what is attached is a model whose flexes have been generated.
  Spec expanded;
  if (!given.flexcomps.empty()) {
    expanded = given;
    const int errors = diagnostics.error_count();
    expand_flexcomps(expanded, diagnostics);
    if (diagnostics.error_count() > errors) return;
  }
  const Spec& child = given.flexcomps.empty() ? given : expanded;
  const std::optional<Part> part = find_part(spec, child, settings, diagnostics);
  if (!part || !resolve_conflicts(spec, child, settings.where, diagnostics)) return;
  const bool has_keys = !spec.keys.empty() || !child.keys.empty();
  const StateLayout before = has_keys ? state_layout(spec) : StateLayout();
  const StateLayout source = has_keys ? state_layout(child) : StateLayout();
  if (!check_keyframes(child.keys, source, settings.where, diagnostics)) return;
  Body content = copy_part(*part);
  if (!within_limits(spec, content, settings.where, diagnostics)) return;

  const Namespace space{settings.prefix, settings.suffix, true, static_cast<int>(spec.compilers.size())};
  spec.compilers.insert(spec.compilers.end(), child.compilers.begin(), child.compilers.end());
  copy_defaults(spec, child, space);
  const Grafted grafted = graft_part(spec, parent, frame, child, *part, std::move(content), space);
  attach_keyframes(spec, child, space, before, source, grafted.origins);
}

void attach_self(Spec& spec, Body& parent, int frame, const AttachSettings& settings, Diagnostics& diagnostics) {
  const std::optional<Part> part = find_part(spec, spec, settings, diagnostics);
  if (!part) return;
  const StateLayout before = spec.keys.empty() ? StateLayout() : state_layout(spec);
  if (!check_keyframes(spec.keys, before, settings.where, diagnostics)) return;
  Body content = copy_part(*part);
  if (!within_limits(spec, content, settings.where, diagnostics)) return;

  const Namespace space{settings.prefix, settings.suffix, false, 0};
  const Grafted grafted = graft_part(spec, parent, frame, spec, *part, std::move(content), space);
  attach_own_keyframes(spec, settings.prefix, settings.suffix, before, grafted.copied, grafted.origins);
}

}  // namespace corten
