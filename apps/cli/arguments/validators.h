// Checks of option values whose messages say what would be right.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <vector>

namespace corten::cli {

// A number from `least` to `most`.
inline CLI::Validator number(double least, double most) {
  return CLI::Validator(
      [=](std::string& text) {
        double value = 0;
        const bool fits = CLI::detail::lexical_cast(text, value) && value >= least && value <= most;  // false for NaN
        return fits ? "" : fmt::format("'{}' is not a number from {:g} to {:g}", text, least, most);
      },
      "");
}

// A whole number from `least` to `most`, which may be written as 1e6. To be used with
// transform(), which keeps its digits.
inline CLI::Validator whole_number(long least, long most) {
  return CLI::Validator(
      [=](std::string& text) {
        long value = 0;
        double real = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        bool fits = error == std::errc() && end == text.data() + text.size();
        if (!fits && CLI::detail::lexical_cast(text, real) && std::abs(real) < 0x1p62 && real == std::floor(real)) {
          value = static_cast<long>(real), fits = true;
        }
        if (!fits || value < least || value > most) {
          return fmt::format("'{}' is not a whole number from {} to {:g}", text, least, static_cast<double>(most));
        }
        text = std::to_string(value);
        return std::string();
      },
      "");
}

// One of some words.
inline CLI::Validator one_of(std::vector<std::string> words) {
  return CLI::Validator(
      [words = std::move(words)](std::string& text) {
        const bool found = std::find(words.begin(), words.end(), text) != words.end();
        return found ? "" : fmt::format("'{}' is none of {}", text, fmt::join(words, ", "));
      },
      "");
}

}  // namespace corten::cli
