// What the physical tests share.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "../common/world.h"

namespace corten {

inline constexpr const char* kSolvers[] = {"PGS", "CG", "Newton"};
inline constexpr const char* kCones[] = {"pyramidal", "elliptic"};

inline double distance(const Vec3& a, const Vec3& b) { return std::hypot(a.x - b.x, a.y - b.y, a.z - b.z); }

}  // namespace corten
