// A stream of random numbers in 8 bytes: SplitMix64. The state goes up by an odd constant, and a number is the state after
// two rounds of shifting and multiplying that let each of its bits depend on all bits of the state. Streams of different
// worlds start at places of the one long sequence that are themselves such numbers.
#pragma once

#include <cstdint>

namespace corten {

class RandomStream {
 public:
  RandomStream() = default;
  RandomStream(std::uint64_t seed, int world) {
    state_ = mixed(mixed(seed + kStep) + kStep * (static_cast<std::uint64_t>(world) + 1));
  }

  // In [0, 1): the upper 53 bits, as many as a double has.
  double uniform() {
    state_ += kStep;
    return static_cast<double>(mixed(state_) >> 11) * 0x1p-53;
  }
  // In [-scale, scale).
  double around_zero(double scale) { return scale * (2 * uniform() - 1); }

 private:
  static constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15;  // 2^64 over the golden ratio

  static std::uint64_t mixed(std::uint64_t bits) {
    bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ bits >> 27) * 0x94d049bb133111eb;
    return bits ^ bits >> 31;
  }

  std::uint64_t state_ = 0;
};

}  // namespace corten
