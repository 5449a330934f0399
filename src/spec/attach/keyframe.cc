// Keyframes while the tree they describe changes.
#include "spec/attach/keyframe.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "spec/flexcomp/flexcomp.h"

namespace corten {

namespace {

constexpr double kDefault = std::numeric_limits<double>::quiet_NaN();

using List = std::vector<double> Key::*;
using Starts = std::vector<int> StateLayout::*;
using Origins = std::vector<Origin> StateOrigins::*;
using Indices = std::vector<int> StateIndices::*;

// The six lists of a keyframe: where their blocks begin, whose they are and what a missing value is.
struct StateList {
  const char* attribute;
  List list;
  Starts starts;
  Origins origins;
  Indices indices;
  double missing;
};
constexpr StateList kLists[] = {
    {"qpos", &Key::qpos, &StateLayout::qpos, &StateOrigins::joints, &StateIndices::joints, kDefault},
    {"qvel", &Key::qvel, &StateLayout::qvel, &StateOrigins::joints, &StateIndices::joints, 0},
    {"act", &Key::act, &StateLayout::act, &StateOrigins::actuators, &StateIndices::actuators, 0},
    {"ctrl", &Key::ctrl, &StateLayout::ctrl, &StateOrigins::actuators, &StateIndices::actuators, 0},
    {"mpos", &Key::mpos, &StateLayout::mpos, &StateOrigins::mocaps, &StateIndices::mocaps, kDefault},
    {"mquat", &Key::mquat, &StateLayout::mquat, &StateOrigins::mocaps, &StateIndices::mocaps, kDefault},
};

void add_block(std::vector<int>& starts, int size) { starts.push_back(starts.back() + size); }

int position_size(JointType type) { return type == JointType::kFree ? 7 : type == JointType::kBall ? 4 : 1; }
int velocity_size(JointType type) { return type == JointType::kFree ? 6 : type == JointType::kBall ? 3 : 1; }
int activation_size(const Actuator& actuator) {
  return actuator.actdim > 0 ? actuator.actdim : actuator.dyntype != DynType::kNone;
}

// The list after a change: each block as it was before, or as it is in the source.
std::vector<double> regroup(const StateList& l, const Key& before, const StateLayout& before_layout, const Key& source,
                            const StateLayout& source_layout, const StateOrigins& origins) {
  std::vector<double> result;
  if ((before.*l.list).empty() && (source.*l.list).empty()) return result;  // not given, stays so
  for (const Origin& origin : origins.*l.origins) {
    const bool copied = origin.source >= 0;
    const std::vector<double>& values = (copied ? source : before).*l.list;
    const std::vector<int>& starts = (copied ? source_layout : before_layout).*l.starts;
    const int block = copied ? origin.source : origin.before;
    for (int i = starts[block]; i < starts[block + 1]; ++i) {
      result.push_back(i < static_cast<int>(values.size()) ? values[i] : l.missing);
    }
  }
  return result;
}

Key regroup(const Key& before, const StateLayout& before_layout, const Key& source, const StateLayout& source_layout,
            const StateOrigins& origins) {
  Key result = before;
  for (const StateList& l : kLists) {
    result.*l.list = regroup(l, before, before_layout, source, source_layout, origins);
  }
  return result;
}

// The keyframe without the values of some elements.
Key forget(Key key, const StateLayout& layout, const StateIndices& indices) {
  for (const StateList& l : kLists) {
    const std::vector<int>& starts = layout.*l.starts;
    const int given = static_cast<int>((key.*l.list).size());
    for (int block : indices.*l.indices) {
      for (int i = starts[block]; i < std::min(starts[block + 1], given); ++i) (key.*l.list)[i] = l.missing;
    }
  }
  return key;
}

// Visits bodies and recipes of flexes in the order in which their joints will stand in the Model.
class TreeWalk {
 public:
  explicit TreeWalk(const Spec& spec) : spec_(spec) {
    for (std::size_t i = 0; i < spec.flexcomps.size(); ++i) {
      recipes_[spec.flexcomps[i].parent_path].push_back(static_cast<int>(i));
    }
    for (auto& entry : recipes_) {
      std::ranges::stable_sort(entry.second, {}, [&](int i) { return spec.flexcomps[i].position; });
    }
  }

  // Calls on_body(body, inside) and on_recipe(index, body that holds it, inside). A body is inside if its parent is, or
  // if selects(parent, index of the child) says so.
  template <class Visitor>
  void run(Visitor& visitor) {
    visit(spec_.world, false, visitor);
  }

 private:
  template <class Visitor>
  void visit(const Body& body, bool inside, Visitor& visitor) {
    visitor.on_body(body, inside);
    const auto found = recipes_.find(path_);
    const std::vector<int> recipes = found == recipes_.end() ? std::vector<int>() : found->second;
    std::size_t next = 0;
    for (std::size_t i = 0; i <= body.bodies.size(); ++i) {
      const bool last = i == body.bodies.size();
      while (next < recipes.size() && (last || spec_.flexcomps[recipes[next]].position <= static_cast<int>(i))) {
        visitor.on_recipe(recipes[next++], body, inside);
      }
      if (last) return;
      path_.push_back(static_cast<int>(i));
      visit(body.bodies[i], inside || visitor.selects(body, i), visitor);
      path_.pop_back();
    }
  }

  const Spec& spec_;
  std::map<std::vector<int>, std::vector<int>> recipes_;  // by the path of their body
  std::vector<int> path_;                                 // of the body that is visited
};

struct LayoutVisitor {
  const std::vector<int> dofs;  // of recipes
  StateLayout layout;

  bool selects(const Body&, std::size_t) const { return false; }
  void on_body(const Body& body, bool) {
    if (body.mocap) {
      add_block(layout.mpos, 3);
      add_block(layout.mquat, 4);
    }
    for (const Joint& joint : body.joints) {
      add_block(layout.qpos, position_size(joint.type));
      add_block(layout.qvel, velocity_size(joint.type));
    }
  }
  void on_recipe(int recipe, const Body&, bool) {
    add_block(layout.qpos, dofs[recipe]);
    add_block(layout.qvel, dofs[recipe]);
  }
};

// What is inside is new.
struct OriginVisitor {
  const Growth& growth;
  const StateIndices& copied;
  StateOrigins origins;
  int joints = 0, mocaps = 0;                  // old ones met so far
  std::size_t new_joints = 0, new_mocaps = 0;  // new ones met so far

  bool selects(const Body& body, std::size_t child) const { return &body == growth.parent && child >= growth.bodies; }
  void on_body(const Body& body, bool inside) {
    if (body.mocap) {
      origins.mocaps.push_back(inside ? Origin{-1, copied.mocaps[new_mocaps++]} : Origin{mocaps++, -1});
    }
    for (std::size_t i = 0; i < body.joints.size(); ++i) {
      add_joint(inside || (&body == growth.parent && i >= growth.joints));
    }
  }
  void on_recipe(int recipe, const Body&, bool inside) {
    add_joint(inside || static_cast<std::size_t>(recipe) >= growth.flexcomps);
  }
  void add_joint(bool is_new) {
    origins.joints.push_back(is_new ? Origin{-1, copied.joints[new_joints++]} : Origin{joints++, -1});
  }
};

// What is inside belongs to the part.
struct IndexVisitor {
  const Part& part;
  StateIndices indices;
  int joints = 0, mocaps = 0;

  bool selects(const Body& body, std::size_t child) const {
    return &body == part.owner && part.has_child(body.bodies[child]);
  }
  void on_body(const Body& body, bool inside) {
    if (body.mocap && inside) indices.mocaps.push_back(mocaps);
    mocaps += body.mocap;
    for (const Joint& joint : body.joints) {
      add_joint(inside || (&body == part.owner && part.has_in_frame(joint.frame)));
    }
  }
  void on_recipe(int, const Body& body, bool inside) {
    add_joint(inside || (&body == part.owner && part.has_in_frame(-1)));
  }
  void add_joint(bool belongs) {
    if (belongs) indices.joints.push_back(joints);
    ++joints;
  }
};

std::vector<Origin> without(std::size_t count, const std::vector<int>& removed) {
  std::vector<bool> gone(count, false);
  for (int i : removed) gone[i] = true;
  std::vector<Origin> origins;
  for (std::size_t i = 0; i < count; ++i) {
    if (!gone[i]) origins.push_back({static_cast<int>(i), -1});
  }
  return origins;
}

}  // namespace

StateLayout state_layout(const Spec& spec) {
  LayoutVisitor visitor{flexcomp_dofs(spec), {}};
  TreeWalk(spec).run(visitor);
  StateLayout& layout = visitor.layout;
  for (const Actuator& actuator : spec.actuators) {
    add_block(layout.act, activation_size(actuator));
    add_block(layout.ctrl, 1);
  }
  return std::move(layout);
}

StateIndices state_indices(const Spec& spec, const Part& part) {
  IndexVisitor visitor{part, {}};
  TreeWalk(spec).run(visitor);
  return std::move(visitor.indices);
}

StateOrigins origins_of_growth(const Spec& spec, const Growth& growth, const StateIndices& copied) {
  OriginVisitor visitor{growth, copied, {}};
  TreeWalk(spec).run(visitor);
  StateOrigins& origins = visitor.origins;
  for (std::size_t i = 0; i < growth.actuators; ++i) origins.actuators.push_back({static_cast<int>(i), -1});
  for (int source : copied.actuators) origins.actuators.push_back({-1, source});
  return std::move(origins);
}

StateOrigins origins_of_removal(const StateLayout& layout, const StateIndices& removed) {
  return {without(layout.qpos.size() - 1, removed.joints), without(layout.mpos.size() - 1, removed.mocaps),
          without(layout.ctrl.size() - 1, removed.actuators)};
}

bool check_keyframes(const std::vector<Key>& keys, const StateLayout& layout, const SourceLocation& where,
                     Diagnostics& diagnostics) {
  bool good = true;
  for (const Key& key : keys) {
    if (key.attached) continue;
    for (const StateList& l : kLists) {
      const std::size_t given = (key.*l.list).size(), expected = (layout.*l.starts).back();
      if (given == 0 || given == expected) continue;
      good = false;
      diagnostics.error(key.where.line ? key.where : where, "key", key.name,
                        std::string(l.attribute) + " has " + std::to_string(given) + " values",
                        "where parts of the model are copied, it has " + std::to_string(expected));
    }
  }
  return good;
}

void attach_keyframes(Spec& spec, const Spec& child, const Namespace& space, const StateLayout& before,
                      const StateLayout& source, const StateOrigins& origins) {
  for (Key& key : spec.keys) {
    if (key.attached) key = regroup(key, before, {}, source, origins);
  }
  // MuJoCo: keyframes that the child has from another model keep their names.
  for (const bool attached : {false, true}) {
    for (const Key& key : child.keys) {
      if (key.attached != attached) continue;
      Key copy = regroup({}, before, key, source, origins);
      copy.name = attached ? key.name : space.prefix + key.name + space.suffix;
      copy.where = key.where;
      copy.time = key.time;
      copy.attached = true;
      spec.keys.push_back(std::move(copy));
    }
  }
}

void attach_own_keyframes(Spec& spec, const std::string& prefix, const std::string& suffix, const StateLayout& before,
                          const StateIndices& copied, const StateOrigins& origins) {
  const StateLayout after = state_layout(spec);
  const std::size_t count = spec.keys.size();
  for (std::size_t i = 0; i < count; ++i) {
    Key moved = regroup(forget(spec.keys[i], before, copied), before, spec.keys[i], before, origins);
    if (spec.keys[i].attached) {
      spec.keys[i] = std::move(moved);
      continue;
    }
    moved.name = prefix + moved.name + suffix;
    moved.attached = true;
    spec.keys.push_back(std::move(moved));
    for (const StateList& l : kLists) {
      std::vector<double>& values = spec.keys[i].*l.list;
      if (!values.empty()) values.resize((after.*l.starts).back(), l.missing);
    }
  }
}

void shrink_keyframes(Spec& spec, const StateLayout& before, const StateIndices& forgotten,
                      const StateOrigins& origins) {
  for (Key& key : spec.keys) {
    if (key.attached) key = forget(std::move(key), before, forgotten);
  }
  std::stable_partition(spec.keys.begin(), spec.keys.end(), [](const Key& key) { return key.attached; });
  for (Key& key : spec.keys) {
    key = regroup(key, before, {}, before, origins);
    key.attached = true;
  }
}

}  // namespace corten
