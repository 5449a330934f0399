// Numbers are read independently of the locale. They can have a sign, be hexadecimal ("0x1p-3") or one of inf,
// infinity and nan in any case. A number too large or too small for its type is an error.
#include "mjcf/schema/value.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "base/text.h"

namespace corten::mjcf {

namespace {

// Lists with commas are the most common of mistakes.
std::string comma_hint(std::string_view word) {
  return word.find_first_of(",;") == word.npos ? "" : "; numbers are separated by blanks, not by commas";
}

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Calls visit(word) for each word until it returns false.
template <class Visit>
void for_each_word(std::string_view text, Visit visit) {
  std::size_t i = 0;
  while (true) {
    while (i < text.size() && is_space(text[i])) ++i;
    if (i == text.size()) return;
    std::size_t end = i;
    while (end < text.size() && !is_space(text[end])) ++end;
    if (!visit(text.substr(i, end - i))) return;
    i = end;
  }
}

std::string quoted(std::string_view word) {
  constexpr std::size_t kLongest = 40;
  return "'" + std::string(word.substr(0, kLongest)) + (word.size() > kLongest ? "...'" : "'");
}

template <class T>
std::string parse_real(std::string_view word, double& out) {
  bool negative = false;
  std::string_view digits = word;
  if (!digits.empty() && (digits[0] == '+' || digits[0] == '-')) {
    negative = digits[0] == '-';
    digits.remove_prefix(1);
  }
  std::chars_format format = std::chars_format::general;
  if (digits.size() > 2 && digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X')) {
    format = std::chars_format::hex;
    digits.remove_prefix(2);
  }
  if (digits.empty() || digits[0] == '-') return quoted(word) + " is not a number" + comma_hint(word);
  T number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number, format);
  if (error == std::errc::invalid_argument || end != digits.data() + digits.size()) {
    return quoted(word) + " is not a number" + comma_hint(word);
  }
  const bool underflow = number != 0 && std::abs(number) < std::numeric_limits<T>::min();
  if (error == std::errc::result_out_of_range || underflow) return quoted(word) + " is out of range";
  out = static_cast<double>(negative ? -number : number);
  return {};
}

std::string parse_integer(std::string_view word, double& out) {
  std::string_view digits = word;
  if (digits.size() > 1 && digits[0] == '+' && digits[1] != '-') digits.remove_prefix(1);
  int number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error == std::errc::result_out_of_range) return quoted(word) + " is out of range";
  if (error != std::errc{} || end != digits.data() + digits.size()) return quoted(word) + " is not an integer";
  out = number;
  return {};
}

std::string parse_number(ValueKind kind, std::string_view word, double& out) {
  if (kind == ValueKind::kInt) return parse_integer(word, out);
  return kind == ValueKind::kFloat ? parse_real<float>(word, out) : parse_real<double>(word, out);
}

std::string count_text(const ValueShape& shape) {
  if (shape.min_count == shape.max_count) return std::to_string(shape.min_count);
  if (shape.max_count == kUnbounded) return "at least " + std::to_string(shape.min_count);
  return std::to_string(shape.min_count) + " to " + std::to_string(shape.max_count);
}

std::string parse_numbers(const ValueShape& shape, std::string_view text, Value& value, std::string& hint) {
  std::string problem;
  for_each_word(text, [&](std::string_view word) {
    double number = 0;
    problem = parse_number(shape.kind, word, number);
    value.numbers.push_back(number);
    return problem.empty();
  });
  if (!problem.empty()) return problem;
  const int count = static_cast<int>(value.numbers.size());
  if (count < shape.min_count || (shape.max_count != kUnbounded && count > shape.max_count)) {
    hint = "expected " + count_text(shape) + (shape.max_count == 1 ? " number" : " numbers");
    return (count < shape.min_count ? "too few numbers: " : "too many numbers: ") + std::to_string(count);
  }
  return {};
}

std::string unknown_keyword(const Keywords& keywords, std::string_view word, std::string& hint) {
  std::vector<std::string> words;
  for (const Keyword& keyword : keywords) words.emplace_back(keyword.word);
  hint = did_you_mean(word, words);
  if (hint.empty()) {
    hint = "one of:";
    for (const std::string& known : words) hint += " " + known;
  }
  return quoted(word) + " is not a keyword of this attribute";
}

const Keyword* find_keyword(const Keywords& keywords, std::string_view word) {
  const auto found = std::find_if(keywords.begin(), keywords.end(), [&](const Keyword& k) { return word == k.word; });
  return found == keywords.end() ? nullptr : &*found;
}

std::string parse_flags(const Keywords& keywords, std::string_view text, Value& value, std::string& hint) {
  std::string problem;
  int bits = 0;
  for_each_word(text, [&](std::string_view word) {
    const Keyword* keyword = find_keyword(keywords, word);
    if (!keyword) {
      problem = unknown_keyword(keywords, word, hint);
    } else if (bits & keyword->value) {
      problem = "keyword " + quoted(word) + " is given twice";
    } else {
      bits |= keyword->value;
      value.words.emplace_back(word);
    }
    return problem.empty();
  });
  value.numbers = {static_cast<double>(bits)};
  return problem;
}

template <class T>
void append_number(std::string& text, T number) {
  char buffer[40];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, number);
  if (!text.empty()) text += ' ';
  text.append(buffer, end);
}

std::string format_flags(const Keywords& keywords, int bits) {
  std::string text;
  for (const Keyword& keyword : keywords) {
    if (!(bits & keyword.value)) continue;
    if (!text.empty()) text += ' ';
    text += keyword.word;
  }
  return text;
}

}  // namespace

bool is_blank(std::string_view text) { return std::all_of(text.begin(), text.end(), is_space); }

std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> words;
  for_each_word(text, [&](std::string_view word) {
    words.emplace_back(word);
    return true;
  });
  return words;
}

std::string parse_value(const ValueShape& shape, std::string_view text, Value& value, std::string& hint) {
  switch (shape.kind) {
    case ValueKind::kDouble:
    case ValueKind::kFloat:
    case ValueKind::kInt:
      return parse_numbers(shape, text, value, hint);
    case ValueKind::kKeyword: {
      const Keyword* keyword = find_keyword(*shape.keywords, text);
      if (!keyword) return unknown_keyword(*shape.keywords, text, hint);
      value.numbers = {static_cast<double>(keyword->value)};
      return {};
    }
    case ValueKind::kFlags:
      return parse_flags(*shape.keywords, text, value, hint);
    case ValueKind::kText:
    case ValueKind::kFile:
      value.text = text;
      return {};
    case ValueKind::kWords:
      value.words = split_words(text);
      return {};
  }
  return {};
}

std::string format_value(const ValueShape& shape, const Value& value) {
  std::string text;
  switch (shape.kind) {
    case ValueKind::kDouble:
      for (const double number : value.numbers) append_number(text, number);
      return text;
    case ValueKind::kInt:
      for (const double number : value.numbers) append_number(text, static_cast<long long>(number));
      return text;
    case ValueKind::kFloat:
      for (const double number : value.numbers) append_number(text, static_cast<float>(number));
      return text;
    case ValueKind::kKeyword:
      for (const Keyword& keyword : *shape.keywords) {
        if (!value.numbers.empty() && keyword.value == value.numbers[0]) return keyword.word;
      }
      return {};
    case ValueKind::kFlags:
      return value.numbers.empty() ? text : format_flags(*shape.keywords, static_cast<int>(value.numbers[0]));
    case ValueKind::kText:
    case ValueKind::kFile:
      return value.text;
    case ValueKind::kWords:
      for (const std::string& word : value.words) text += (text.empty() ? "" : " ") + word;
      return text;
  }
  return text;
}

}  // namespace corten::mjcf
