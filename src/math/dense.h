// Vectors of any length: a . b, |a|, x <- x + s y. Terms are added in order, so the bits do not depend on the compiler.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "corten/array.h"
#include "corten/types.h"

namespace corten {

inline double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

inline double norm(std::span<const double> a) { return std::sqrt(dot(a, a)); }

inline void add_scaled(std::span<double> x, std::span<const double> y, double s) {
  for (std::size_t i = 0; i < x.size(); ++i) x[i] += s * y[i];
}

// The numbers of an array of vectors, one after the other.
template <int N>
std::span<const double> numbers_of(const Array<Vec<N>>& vectors) {
  return {vectors.empty() ? nullptr : vectors[0].v, static_cast<std::size_t>(N * vectors.size())};
}

// All bits are zero, so -0 is not. Without a branch per number, for what is nearly always zero.
inline bool is_untouched(std::span<const double> values) {
  std::uint64_t bits = 0;
  for (const double x : values) bits |= std::bit_cast<std::uint64_t>(x);
  return bits == 0;
}

}  // namespace corten
