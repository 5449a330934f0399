// The text of an attribute and the value it stands for: numbers, keywords, words or plain text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace corten::mjcf {

enum class ValueKind {
  kDouble,   // numbers, kept as written
  kFloat,    // numbers rounded to single precision
  kInt,      // integers
  kKeyword,  // one word of a list
  kFlags,    // any of a list of words, combined bitwise
  kText,     // anything
  kWords,    // anything, split at spaces
  kFile,     // name of a file
};

struct Keyword {
  const char* word;
  int value;
};
using Keywords = std::vector<Keyword>;

// Numbers hold the numeric kinds (a keyword or combined flags are one number), text and words the others.
struct Value {
  std::vector<double> numbers;
  std::string text;
  std::vector<std::string> words;
};

inline constexpr int kUnbounded = -1;

// What an attribute accepts.
struct ValueShape {
  ValueKind kind = ValueKind::kText;
  int min_count = 1, max_count = 1;  // of numbers; kUnbounded: no limit
  const Keywords* keywords = nullptr;

  bool numeric() const { return kind == ValueKind::kDouble || kind == ValueKind::kFloat || kind == ValueKind::kInt; }
};

// A text of spaces only stands for "not given" where numbers are expected.
bool is_blank(std::string_view text);
std::vector<std::string> split_words(std::string_view text);

// Reads `text` into `value`; returns what is wrong, empty if nothing. `hint` may get a suggestion.
std::string parse_value(const ValueShape& shape, std::string_view text, Value& value, std::string& hint);

// The shortest text that reads back to the same value.
std::string format_value(const ValueShape& shape, const Value& value);

}  // namespace corten::mjcf
