// The numbers of one section of a GMSH file, one after the other: words of text, or bytes of the machine's own types.
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>

namespace corten {

class GmshNumbers {
 public:
  // `section` is named in messages: "Nodes" or "Elements".
  GmshNumbers(std::string_view text, bool binary, const char* section)
      : text_(text), binary_(binary), section_(section) {}

  bool binary() const { return binary_; }

  // In a binary file: as many bytes as the type has. In text: the next word.
  template <class T>
  T next() {
    T value{};
    if (binary_) {
      if (text_.size() < sizeof(T)) fail("ends too early");
      std::memcpy(&value, text_.data(), sizeof(T));
      text_.remove_prefix(sizeof(T));
    } else {
      value = next_word<T>();
    }
    if constexpr (std::is_floating_point_v<T>) {
      if (!std::isfinite(value)) fail("has a coordinate that is not finite");
    }
    return value;
  }

  // A number written as text, in binary files too; there it has a line of its own.
  template <class T>
  T next_line_as_text() {
    const T value = next_word<T>();
    if (!binary_) return value;
    const std::size_t end = text_.find('\n');
    if (end == text_.npos) fail("ends too early");
    text_.remove_prefix(end + 1);
    return value;
  }

  // A count, which cannot exceed the number of bytes that are left.
  std::size_t check_count(std::uint64_t count) const {
    if (count == 0) fail("is empty");
    if (count > text_.size()) fail("has fewer entries than the " + std::to_string(count) + " it announces");
    return static_cast<std::size_t>(count);
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw std::runtime_error("the section " + std::string(section_) + " of the GMSH file " + what);
  }

 private:
  template <class T>
  T next_word() {
    constexpr std::string_view kBlank = " \t\r\n";
    text_.remove_prefix(std::min(text_.find_first_not_of(kBlank), text_.size()));
    if (text_.empty()) fail("ends too early");
    const std::string_view word = text_.substr(0, text_.find_first_of(kBlank));
    const char* first = word.data() + (word.starts_with('+') ? 1 : 0);
    const char* last = word.data() + word.size();
    T value{};
    const auto [stop, error] = std::from_chars(first, last, value);
    if (error != std::errc() || stop != last)
      fail("has '" + std::string(word.substr(0, 40)) + "' where a number belongs");
    text_.remove_prefix(word.size());
    return value;
  }

  std::string_view text_;  // what is left
  const bool binary_;
  const char* const section_;
};

}  // namespace corten
