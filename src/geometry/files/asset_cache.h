// Results of processing assets, kept for the whole process under the hash of what they were made of.
//
//   key = hash(kind, bytes of the files, every parameter)      value = anything that only depends on those
//
// Least recently used values go first when the limit is reached; one that is larger than the limit is not kept. Values
// are immutable and shared: dropping one does not concern those who hold it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace corten {

// A hash of 128 bits over everything added, in order. The length of what is added counts too, so that moving
// a boundary changes the key.
class AssetKey {
 public:
  explicit AssetKey(std::string_view kind) { add(kind); }

  void add(std::span<const std::byte> bytes);
  void add(std::string_view text) { add(std::as_bytes(std::span(text.data(), text.size()))); }
  template <class T>
  requires std::is_arithmetic_v<T> || std::is_enum_v<T>
  void add(T value) { add(std::as_bytes(std::span(&value, 1))); }
  template <class T>
  requires std::is_arithmetic_v<T>
  void add(const std::vector<T>& values) { add(std::as_bytes(std::span(values))); }

  std::uint64_t first() const { return a_; }
  std::uint64_t second() const { return b_; }
  bool operator==(const AssetKey&) const = default;

 private:
  std::uint64_t a_ = 0x243f6a8885a308d3, b_ = 0x13198a2e03707344;  // digits of pi
};

// Null if there is none.
std::shared_ptr<const void> find_cached_asset(const AssetKey& key);
void cache_asset(const AssetKey& key, std::shared_ptr<const void> value, std::size_t bytes);

// The value of the key, made by make() if it is not there; size_of(value) is the memory that it takes. What make()
// throws is passed on and nothing kept. A key belongs to one type T: the kind that it starts with.
template <class T, class Make, class SizeOf>
std::shared_ptr<const T> cached_asset(const AssetKey& key, const Make& make, const SizeOf& size_of) {
  if (std::shared_ptr<const void> found = find_cached_asset(key)) return std::static_pointer_cast<const T>(found);
  const auto value = std::make_shared<const T>(make());
  cache_asset(key, value, sizeof(T) + size_of(*value));
  return value;
}

}  // namespace corten
