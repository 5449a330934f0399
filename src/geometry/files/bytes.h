// Reading numbers from the bytes of a file.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace corten {

static_assert(std::endian::native == std::endian::little, "mesh and height field files are little-endian");

// The number at `offset`, which must lie inside `bytes` but need not be aligned.
template <class T>
T load(std::span<const std::byte> bytes, std::size_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

// `count` numbers from `offset` on.
template <class T>
std::vector<T> load_array(std::span<const std::byte> bytes, std::size_t offset, std::size_t count) {
  std::vector<T> values(count);
  if (count > 0) std::memcpy(values.data(), bytes.data() + offset, count * sizeof(T));
  return values;
}

}  // namespace corten
