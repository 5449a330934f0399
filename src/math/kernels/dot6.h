// Dot product of two spatial vectors, two numbers at a time.
#pragma once

#include "math/kernels/lanes.h"

namespace corten::kernels {

inline double dot6(const double* a, const double* b) {
  const auto* x = reinterpret_cast<const Lanes2*>(a);
  const auto* y = reinterpret_cast<const Lanes2*>(b);
  const Lanes2 sum = x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
  return sum[0] + sum[1];
}

}  // namespace corten::kernels
