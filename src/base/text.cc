// Closest word by edit distance: the smallest number of insertions, deletions, replacements and swaps of neighbours.
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <stdexcept>

namespace corten {

namespace {

// Optimal string alignment distance d(i, j) between the first i letters of a and the first j of b.
int edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<int>> d(a.size() + 1, std::vector<int>(b.size() + 1, 0));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = static_cast<int>(i);
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int replace = d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, replace});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
      }
    }
  }
  return d[a.size()][b.size()];
}

}  // namespace

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  constexpr std::size_t kLongest = 64;  // longer words are not misspellings, and the distance is quadratic
  if (word.empty() || word.size() > kLongest) return {};
  const std::string* best = nullptr;
  int best_distance = std::max<int>(1, static_cast<int>(word.size()) / 3) + 1;
  for (const std::string& candidate : candidates) {
    if (candidate.empty() || candidate.size() > kLongest) continue;
    const int distance = edit_distance(word, candidate);
    // Of words with nothing in common, none is meant.
    if (distance >= static_cast<int>(std::max(word.size(), candidate.size()))) continue;
    if (distance < best_distance) best = &candidate, best_distance = distance;
  }
  // "jointposition" for "jointpos"; the longest of several.
  constexpr std::size_t kStem = 4;
  for (const std::string& candidate : candidates) {
    if (best || candidate.size() < kStem || !word.starts_with(candidate)) continue;
    best = &*std::ranges::max_element(
        candidates, {}, [word](const std::string& other) { return word.starts_with(other) ? other.size() : 0; });
  }
  return best ? "did you mean '" + *best + "'?" : std::string{};
}

std::string shortened(std::string_view text) {
  constexpr std::size_t kLongest = 400, kFirst = 250, kLast = 120;
  if (text.size() <= kLongest) return std::string(text);
  const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; };  // inside a letter
  std::size_t first = kFirst, last = text.size() - kLast;
  while (first > 0 && continues(text[first])) --first;
  while (last < text.size() && continues(text[last])) ++last;
  return std::string(text.substr(0, first)) + "[...]" + std::string(text.substr(last));
}

std::string reason_of(const std::exception& failure) {
  const bool memory = dynamic_cast<const std::bad_alloc*>(&failure) || dynamic_cast<const std::length_error*>(&failure);
  return memory ? "this takes more memory than there is" : failure.what();
}

std::optional<double> memory_bytes(std::string_view text) {
  if (!text.empty() && text[0] == '+') text.remove_prefix(1);
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::string_view suffix = text.substr(digits);
  if (digits == 0 || suffix.size() > 1) return {};
  const std::size_t power = suffix.empty() ? 0 : 1 + std::string_view("KMGTPE").find(suffix[0] & ~0x20);
  if (power == 0 && !suffix.empty()) return {};
  if (digits > 300) return std::numeric_limits<double>::infinity();
  return std::stod(std::string(text.substr(0, digits))) * std::pow(1024.0, static_cast<double>(power));
}

}  // namespace corten
