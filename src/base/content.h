// What a file really is, when it is not what its name says.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace corten {

// What the bytes are and what to do about it, if they are something that often stands in the place of a model or asset:
// "a Git LFS pointer, not the file itself; run 'git lfs pull'". Empty if nothing known is recognised.
std::string foreign_content(std::span<const std::byte> bytes);

// The same as an addition to a message: ": it is a Git LFS pointer, ...", or nothing.
std::string described_content(std::span<const std::byte> bytes);

}  // namespace corten
