// Checks of option values whose messages say what would be right.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string>

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

}  // namespace corten::cli
