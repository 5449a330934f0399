// Broadphase: the pairs of bodies that are near enough to be looked at.
#pragma once

#include <cstdint>
#include <span>

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// A pair of bodies in one number, 65536 b1 + b2 with b1 < b2, so that the order of pairs is that of numbers.
using BodyPair = std::uint32_t;
constexpr BodyPair body_pair(int body1, int body2) {
  return body1 < body2 ? (static_cast<BodyPair>(body1) << 16) + static_cast<BodyPair>(body2)
                       : (static_cast<BodyPair>(body2) << 16) + static_cast<BodyPair>(body1);
}

// Increasing, each pair once; flex f counts as body nbody + f. Bodies that never touch (filter.h) are left out,
// <exclude> is not considered.
std::span<const BodyPair> broadphase(const Model& m, Data& d, Scratch::Frame& frame);

}  // namespace corten
