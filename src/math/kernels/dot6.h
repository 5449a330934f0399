// Dot products of one spatial vector with many, two numbers at a time.
#pragma once

#include "corten/types.h"
#include "math/kernels/lanes.h"

namespace corten::kernels {

// Holds one vector in registers. It is built from numbers and not copied from memory, since a pair that was written
// number by number cannot be read back at once without waiting for the cache.
class Dot6 {
 public:
  explicit Dot6(const Spatial& s) : a_{s.rot.x, s.rot.y}, b_{s.rot.z, s.lin.x}, c_{s.lin.y, s.lin.z} {}

  double operator()(const Spatial& s) const {
    const auto* x = reinterpret_cast<const Lanes2*>(s.data());
    const Lanes2 sum = x[0] * a_ + x[1] * b_ + x[2] * c_;
    return sum[0] + sum[1];
  }

 private:
  Lanes2 a_, b_, c_;
};

}  // namespace corten::kernels
