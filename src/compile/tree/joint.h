// Joints and their dofs.
#pragma once

#include "compile/context.h"

namespace corten {

inline int joint_nq(JointType type) { return type == JointType::kFree ? 7 : type == JointType::kBall ? 4 : 1; }
inline int joint_nv(JointType type) { return type == JointType::kFree ? 6 : type == JointType::kBall ? 3 : 1; }

// Checks every joint and computes its anchor, axis, limits and reference in radians.
void resolve_joints(Context& context);

// Checks which joints stand together in a body.
void check_joint_combinations(Context& context);

void count_joints(Context& context, Sizes& sizes);
void fill_joints(Context& context, Model& model);

}  // namespace corten
