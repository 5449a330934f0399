// Text helpers: the closest known word to a misspelled one, sizes of memory.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace corten {

// "did you mean 'x'?" for the candidate with the smallest edit distance, empty if none is close.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

// The bytes that a text such as "10M" stands for: an unsigned integer with an optional suffix K, M, G, T, P or E, of
// powers of 1024. Nothing if it is no such text.
std::optional<double> memory_bytes(std::string_view text);

}  // namespace corten
