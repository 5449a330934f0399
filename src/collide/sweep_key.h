// Keys of the ends of boxes along the axis of a sweep.
#pragma once

#include <bit>
#include <cstdint>

namespace corten {

// A number whose order is that of the position in single precision, then that of the index.
inline std::uint64_t sweep_key(double position, int index) {
  std::uint32_t bits = std::bit_cast<std::uint32_t>(static_cast<float>(position) + 0.0f);  // + 0 makes -0 equal 0
  bits ^= bits >> 31 ? 0xFFFFFFFFu : 0x80000000u;
  return (std::uint64_t{bits} << 32) + static_cast<std::uint64_t>(index);
}
inline int index_of(std::uint64_t key) { return static_cast<int>(key & 0xFFFFFFFFu); }

}  // namespace corten
