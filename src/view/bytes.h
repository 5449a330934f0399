// Bytes that are appended to: numbers as they lie in memory, which is little-endian on every machine that we build for.
#pragma once

#include <bit>
#include <cstddef>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace corten::view {

static_assert(std::endian::native == std::endian::little);

using Bytes = std::vector<std::byte>;

template <class T>
void append(Bytes& out, std::span<const T> values) {
  static_assert(std::is_trivially_copyable_v<T>);
  const auto* first = reinterpret_cast<const std::byte*>(values.data());
  out.insert(out.end(), first, first + values.size_bytes());
}

template <class T>
void append(Bytes& out, const T& value) {
  append(out, std::span<const T>(&value, 1));
}

inline void append(Bytes& out, std::string_view text) { append(out, std::span<const char>(text.data(), text.size())); }

// Zeros up to a multiple of 8.
inline void align(Bytes& out) { out.resize((out.size() + 7) / 8 * 8); }

}  // namespace corten::view
