// Text helpers: the closest known word to a misspelled one; what is too long to be read; exceptions; sizes of memory.
#pragma once

#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace corten {

// "did you mean 'x'?" for the candidate with the smallest edit distance, empty if none is close.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

// The text, or its beginning and end if it has over 400 characters: a name in a file can be as long as the file.
std::string shortened(std::string_view text);

// What an exception says, in words of ours where the C++ library threw it for lack of memory.
std::string reason_of(const std::exception& failure);

// The bytes that a text such as "10M" stands for: digits, and a letter K, M, G, T, P or E for a power
// of 1024. Nothing if it is no such text.
std::optional<double> memory_bytes(std::string_view text);

}  // namespace corten
