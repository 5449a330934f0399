// Text helpers for messages: the closest known word to a misspelled one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace corten {

// "did you mean 'x'?" for the candidate with the smallest edit distance, empty if none is close.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace corten
