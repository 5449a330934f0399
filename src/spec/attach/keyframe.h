// Keyframes while the tree they describe changes.
//
// A keyframe is a list of numbers in the order of joints, mocap bodies and actuators. The joints that a recipe of a
// flex will have count as one joint, which stands where the recipe is written. When a part of a tree is copied, its
// share of each keyframe goes with it, to its place in the order of the tree that receives it. There the keyframe is
// marked `attached`; what the tree has beyond the part is default (NaN in positions, zero in the rest).
//
// MuJoCo: within one model values are moved, not copied: the copied part has them, the original becomes default.
#pragma once

#include <string>
#include <vector>

#include "corten/error.h"
#include "corten/spec.h"
#include "spec/attach/attach.h"
#include "spec/attach/rename.h"

namespace corten {

// Where the values of each joint or actuator begin in a keyframe's lists; the last entry is the end.
struct StateLayout {
  std::vector<int> qpos{0}, qvel{0}, act{0}, ctrl{0}, mpos{0}, mquat{0};
};
StateLayout state_layout(const Spec& spec);

// Indices, in the order of the tree, of the joints and mocap bodies of a part, and of actuators.
struct StateIndices {
  std::vector<int> joints, mocaps, actuators;
};
StateIndices state_indices(const Spec& spec, const Part& part);

// What a joint, mocap body or actuator was before a change: one of the tree, or a copy of one of the source.
struct Origin {
  int before = -1;
  int source = -1;
};
struct StateOrigins {
  std::vector<Origin> joints, mocaps, actuators;
};

// After graft() on `parent`, which had `joints` joints and `bodies` bodies: the rest are copies of `copied`, in order.
struct Growth {
  const Body* parent = nullptr;
  std::size_t joints = 0, bodies = 0, actuators = 0, flexcomps = 0;
};
StateOrigins origins_of_growth(const Spec& spec, const Growth& growth, const StateIndices& copied);

// Before the `removed` things disappear.
StateOrigins origins_of_removal(const StateLayout& layout, const StateIndices& removed);

// Lists that are given must be complete. Attached keyframes are not looked at.
bool check_keyframes(const std::vector<Key>& keys, const StateLayout& layout, const SourceLocation& where,
                     Diagnostics& diagnostics);

// Brings the keyframes of `child` into `spec`. `before` and `source` are the layouts of the two, before the change.
void attach_keyframes(Spec& spec, const Spec& child, const Namespace& space, const StateLayout& before,
                      const StateLayout& source, const StateOrigins& origins);

// The same within one model: every keyframe gets a sibling with prefix and suffix.
void attach_own_keyframes(Spec& spec, const std::string& prefix, const std::string& suffix, const StateLayout& before,
                          const StateIndices& copied, const StateOrigins& origins);

// Takes the values of removed elements out. Afterwards all keyframes are attached ones. Those that were before lose the
// values of `forgotten` elements.
void shrink_keyframes(Spec& spec, const StateLayout& before, const StateIndices& forgotten,
                      const StateOrigins& origins);

}  // namespace corten
