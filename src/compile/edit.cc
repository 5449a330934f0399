// Bodies of a Spec that come and go. Every function works on a copy and keeps it only if nothing went wrong.
#include "corten/edit.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "spec/attach/attach.h"
#include "spec/attach/keyframe.h"
#include "spec/attach/name_table.h"
#include "spec/attach/rename.h"
#include "spec/query.h"

namespace corten {

namespace {

// The body of that name, which is not the world; nullptr with a diagnostic if there is none.
const Body* require_body(const Spec& spec, const std::string& name, Diagnostics& diagnostics) {
  const Body* body = find_body(spec, name);
  if (body && body != &spec.world) return body;
  diagnostics.error({}, "body", name, body ? "the world cannot be removed" : "there is no body of this name",
                    body ? "" : did_you_mean(name, body_names(spec.world)));
  return nullptr;
}

std::string describe(const char* tag, const Element& element) {
  return element.name.empty() ? std::string(tag) + " without a name" : std::string(tag) + " '" + element.name + "'";
}

// What `before` has and `after`, which has the rest in the same order, has not.
template <class T>
void list_removed(const char* tag, const std::vector<T>& before, const std::vector<T>& after,
                  std::vector<std::string>& removed) {
  std::size_t next = 0;
  for (const T& element : before) {
    const bool kept = next < after.size() && after[next].name == element.name &&
                      after[next].where.file == element.where.file && after[next].where.line == element.where.line;
    if (kept) {
      ++next;
    } else {
      removed.push_back(describe(tag, element));
    }
  }
}

std::vector<std::string> removed_between(const Spec& before, const Spec& after) {
  std::vector<std::string> removed;
  list_removed("flexcomp", before.flexcomps, after.flexcomps, removed);
  list_removed("pair", before.pairs, after.pairs, removed);
  list_removed("exclude", before.excludes, after.excludes, removed);
  list_removed("tendon", before.tendons, after.tendons, removed);
  list_removed("equality", before.equalities, after.equalities, removed);
  list_removed("actuator", before.actuators, after.actuators, removed);
  list_removed("sensor", before.sensors, after.sensors, removed);
  return removed;
}

// Elements with a reference that `before` resolves and `after` does not, and that make no sense without it.
class Dependents {
 public:
  Dependents(const NameTable& before, const NameTable& after) : before_(before), after_(after) {}

  bool lost(Object kind, const std::string& name) const {
    return before_.contains(kind, name) && !after_.contains(kind, name);
  }
  bool lost(const Skin& skin) const {
    return std::ranges::any_of(skin.bones, [&](const SkinBone& bone) { return lost(Object::kBody, bone.body); });
  }
  bool lost(const Flex& flex) const {
    const auto gone = [&](const std::string& body) { return lost(Object::kBody, body); };
    return std::ranges::any_of(flex.vertbody, gone) || std::ranges::any_of(flex.nodebody, gone);
  }
  bool lost(const Tuple& tuple) const {
    return std::ranges::any_of(tuple.items, [&](const TupleItem& item) { return lost(item.objtype, item.objname); });
  }

  // An error for each of them that remains in `spec`.
  void report(const Spec& spec, const std::string& body, Diagnostics& diagnostics) const {
    const auto error = [&](const char* tag, const Element& element) {
      diagnostics.error(element.where, tag, element.name, "needs body '" + body + "' or something in it",
                        "remove or change it first");
    };
    for (const Skin& skin : spec.skins) {
      if (lost(skin)) error("skin", skin);
    }
    for (const Flex& flex : spec.flexes) {
      if (lost(flex)) error("flex", flex);
    }
    for (const Tuple& tuple : spec.tuples) {
      if (lost(tuple)) error("tuple", tuple);
    }
    visit_bodies(spec.world, [&](const Body& owner) {
      for (const Camera& camera : owner.cameras) {
        if (lost(Object::kBody, camera.target)) error("camera", camera);
      }
      for (const Light& light : owner.lights) {
        if (lost(Object::kBody, light.target)) error("light", light);
      }
    });
  }

 private:
  const NameTable& before_;
  const NameTable& after_;
};

// Recipes of flexes know their body by its path: those of the removed body go, those beside it move up.
void update_flexcomps(Spec& spec, const std::vector<int>& removed) {
  const std::size_t depth = removed.size();
  std::erase_if(spec.flexcomps, [&](const FlexComp& flex) {
    return flex.parent_path.size() >= depth && std::equal(removed.begin(), removed.end(), flex.parent_path.begin());
  });
  for (FlexComp& flex : spec.flexcomps) {
    std::vector<int>& path = flex.parent_path;
    if (path.size() + 1 < depth || !std::equal(removed.begin(), removed.end() - 1, path.begin())) continue;
    int& place = path.size() + 1 == depth ? flex.position : path[depth - 1];
    if (place > removed.back()) --place;
  }
}

// While a Spec is edited, its keyframes follow the elements that their values belong to. False, with a diagnostic, if
// one is incomplete, so that what belongs to what is not known.
bool bind_keyframes(Spec& spec, Diagnostics& diagnostics) {
  if (!check_keyframes(spec.keys, state_layout(spec), {}, diagnostics)) return false;
  for (Key& key : spec.keys) key.attached = true;
  return true;
}

void release_keyframes(Spec& spec) {
  for (Key& key : spec.keys) key.attached = false;
}

// Takes what `removed` names out of the keyframes, and all that referred to it out of the lists.
void remove_rest(Spec& spec, const StateLayout& layout, StateIndices removed, const NameTable& before,
                 NameTable& after) {
  removed.actuators = remove_referring(spec, before, after);
  if (!spec.keys.empty()) shrink_keyframes(spec, layout, {}, origins_of_removal(layout, removed));
  release_keyframes(spec);
}

// Indices below `count` that are not in `indices`, which increase.
std::vector<int> others(const std::vector<int>& indices, std::size_t count) {
  std::vector<int> result;
  for (int i = 0; i < static_cast<int>(count); ++i) {
    if (!std::binary_search(indices.begin(), indices.end(), i)) result.push_back(i);
  }
  return result;
}

// A copy of `spec` that holds nothing of its tree but one body.
Spec only_body(const Spec& spec, const Body& body) {
  Spec result = spec;
  for (Key& key : result.keys) key.attached = true;
  const StateLayout layout = state_layout(spec);
  const StateIndices kept = state_indices(spec, part_of_body(spec.world, body));
  StateIndices removed;
  removed.joints = others(kept.joints, layout.qpos.size() - 1);
  removed.mocaps = others(kept.mocaps, layout.mpos.size() - 1);
  const std::vector<int> path = path_to(spec.world, body);

  result.world = {};
  result.world.bodies.push_back(body);
  result.world.bodies[0].frame = -1;
  std::erase_if(result.flexcomps, [&](const FlexComp& flex) {
    return flex.parent_path.size() < path.size() || !std::equal(path.begin(), path.end(), flex.parent_path.begin());
  });
  for (FlexComp& flex : result.flexcomps) {
    flex.parent_path.erase(flex.parent_path.begin(),
                           flex.parent_path.begin() + static_cast<std::ptrdiff_t>(path.size()));
    flex.parent_path.insert(flex.parent_path.begin(), 0);
  }
  const NameTable before(spec);
  NameTable after(result);
  const Dependents dependents(before, after);
  std::erase_if(result.skins, [&](const Skin& skin) { return dependents.lost(skin); });
  std::erase_if(result.flexes, [&](const Flex& flex) { return dependents.lost(flex); });
  std::erase_if(result.tuples, [&](const Tuple& tuple) { return dependents.lost(tuple); });
  remove_rest(result, layout, std::move(removed), before, after);
  return result;
}

}  // namespace

std::vector<std::string> remove_body(Spec& spec, const std::string& name, Diagnostics& diagnostics) {
  const Body* body = require_body(spec, name, diagnostics);
  if (!body) return {};
  Spec edited = spec;
  if (!bind_keyframes(edited, diagnostics)) return {};
  const StateLayout layout = state_layout(spec);
  const StateIndices removed = state_indices(spec, part_of_body(spec.world, *body));
  const std::vector<int> path = path_to(spec.world, *body);

  Body* parent = &edited.world;
  for (std::size_t i = 0; i + 1 < path.size(); ++i) parent = &parent->bodies[path[i]];
  parent->bodies.erase(parent->bodies.begin() + path.back());
  update_flexcomps(edited, path);
  const NameTable before(spec);
  NameTable after(edited);
  const int errors = diagnostics.error_count();
  Dependents(before, after).report(edited, name, diagnostics);
  if (diagnostics.error_count() > errors) return {};
  remove_rest(edited, layout, removed, before, after);
  std::vector<std::string> gone = removed_between(spec, edited);
  spec = std::move(edited);
  return gone;
}

bool attach_body(Spec& spec, const Spec& child, const Attachment& attachment, Diagnostics& diagnostics) {
  Spec edited = spec;
  if (!bind_keyframes(edited, diagnostics)) return false;
  Body* parent = attachment.parent.empty() ? &edited.world : find_body(edited, attachment.parent);
  if (!parent) {
    diagnostics.error({}, "body", attachment.parent, "there is no body of this name",
                      did_you_mean(attachment.parent, body_names(spec.world)));
    return false;
  }
  int frame = -1;
  if (attachment.pos != Vec3{} || attachment.quat != Quat{}) {
    frame = static_cast<int>(parent->frames.size());
    parent->frames.emplace_back();
    parent->frames.back().pos = attachment.pos;
    parent->frames.back().orientation.quat = attachment.quat;
  }
  const int errors = diagnostics.error_count();
  attach(edited, *parent, frame, child, {attachment.body, "", attachment.prefix, {}, attachment.suffix}, diagnostics);
  if (diagnostics.error_count() > errors) return false;
  release_keyframes(edited);
  spec = std::move(edited);
  return true;
}

Spec detach_body(Spec& spec, const std::string& name, Diagnostics& diagnostics) {
  const Body* body = require_body(spec, name, diagnostics);
  if (!body) return {};
  Spec part = only_body(spec, *body);
  const int errors = diagnostics.error_count();
  remove_body(spec, name, diagnostics);
  return diagnostics.error_count() > errors ? Spec() : part;
}

}  // namespace corten
