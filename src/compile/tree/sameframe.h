// What a frame on a body shares with the body's own frame or with its inertial frame, so that kinematics can copy.
#pragma once

#include <cmath>

#include "corten/enums.h"
#include "math/vec3.h"

namespace corten {

inline constexpr double kFrameEps = 1e-6;  // frames closer than this are the same

inline bool same_position(const Vec3& a, const Vec3& b) {
  return std::abs(a.x - b.x) < kFrameEps && std::abs(a.y - b.y) < kFrameEps && std::abs(a.z - b.z) < kFrameEps;
}

// Opposite quaternions are the same rotation.
inline bool same_rotation(const Quat& a, const Quat& b) {
  double minus = 0, plus = 0;
  for (int i = 0; i < 4; ++i) {
    minus = std::fmax(minus, std::abs(a[i] - b[i]));
    plus = std::fmax(plus, std::abs(a[i] + b[i]));
  }
  return minus < kFrameEps || plus < kFrameEps;
}

inline SameFrame same_frame(const Pose& pose, const Pose& inertial) {
  if (same_rotation(pose.quat, {})) return same_position(pose.pos, {}) ? SameFrame::kBody : SameFrame::kBodyRot;
  if (same_rotation(pose.quat, inertial.quat)) {
    return same_position(pose.pos, inertial.pos) ? SameFrame::kInertia : SameFrame::kInertiaRot;
  }
  return SameFrame::kNone;
}

// The inertial frame itself can only share the body's.
inline SameFrame same_frame(const Pose& inertial) {
  if (!same_rotation(inertial.quat, {})) return SameFrame::kNone;
  return same_position(inertial.pos, {}) ? SameFrame::kBody : SameFrame::kBodyRot;
}

}  // namespace corten
