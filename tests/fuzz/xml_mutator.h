// Changes to XML that keep it well-formed, so that what is tested is what the elements say.
//
// One change: a word of an attribute's value becomes a number that hurts, or another value of the text; an attribute is
// said again in another element or dropped; an element without children is said again elsewhere or dropped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <vector>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* bytes, std::size_t size, std::size_t most);

namespace corten::fuzz {

struct Span {
  std::size_t first, last;  // characters [first, last)
};

class XmlMutator {
 public:
  XmlMutator(std::string_view text, unsigned seed) : text_(text), random_(seed) { find_parts(); }

  std::string mutate() {
    if (values_.empty() || elements_.empty()) return text_;
    switch (random_() % 8) {
      case 0:
        return replaced(pick(values_), copy(pick(values_)));
      case 1:
        return replaced(pick(attributes_), "");
      case 2:
        return said_again(attributes_);
      case 3:
        return replaced(pick(elements_), "");
      case 4:
        return said_again(elements_);
      default:
        return replaced(word_of(pick(values_)), hurting_number());
    }
  }

 private:
  // name="value" inside of tags, and tags that end with "/>".
  void find_parts() {
    for (std::size_t at = text_.find('<'); at != text_.npos; at = text_.find('<', at + 1)) {
      const std::size_t end = text_.find('>', at);
      if (end == text_.npos) return;
      if (text_[end - 1] == '/') elements_.push_back({at, end + 1});
      std::size_t from = at;
      while (true) {
        const std::size_t open = text_.find("=\"", from);
        if (open == text_.npos || open > end) break;
        const std::size_t close = text_.find('"', open + 2), name = text_.rfind(' ', open);
        if (close == text_.npos || close > end || name == text_.npos || name < at) break;
        values_.push_back({open + 2, close});
        attributes_.push_back({name, close + 1});
        from = close + 1;
      }
    }
  }

  Span pick(const std::vector<Span>& spans) { return spans[random_() % spans.size()]; }
  std::string copy(Span span) const { return text_.substr(span.first, span.last - span.first); }
  std::string replaced(Span span, const std::string& by) const {
    return text_.substr(0, span.first) + by + text_.substr(span.last);
  }
  std::string said_again(const std::vector<Span>& spans) {
    const std::size_t to = pick(spans).first;
    return replaced({to, to}, copy(pick(spans)));
  }
  // One of the words of a value, or all of it if it has but one.
  Span word_of(Span value) {
    if (value.first == value.last) return value;
    const std::size_t inside = value.first + random_() % (value.last - value.first);
    std::size_t first = inside, last = inside;
    while (first > value.first && text_[first - 1] != ' ') --first;
    while (last < value.last && text_[last] != ' ') ++last;
    return {first, last};
  }
  std::string hurting_number() {
    static constexpr const char* kNumbers[] = {"0",     "-1",   "1",      "nan",        "inf",         "-inf",
                                               "1e308", "1e-9", "1e10",   "2147483647", "-2147483648", "",
                                               "x",     "3",    "1e-300", "true",       "0 0 0"};
    return kNumbers[random_() % std::size(kNumbers)];
  }

  std::string text_;
  std::mt19937 random_;
  std::vector<Span> values_, attributes_, elements_;
};

// For LLVMFuzzerCustomMutator; one change in four is left to the fuzzer, which breaks the form as well.
inline std::size_t mutate_xml(std::uint8_t* bytes, std::size_t size, std::size_t most, unsigned seed) {
  if (seed % 4 == 0) return LLVMFuzzerMutate(bytes, size, most);
  XmlMutator mutator({reinterpret_cast<const char*>(bytes), size}, seed);
  const std::string text = mutator.mutate();
  if (text.size() > most) return size;
  std::memcpy(bytes, text.data(), text.size());
  return text.size();
}

}  // namespace corten::fuzz
