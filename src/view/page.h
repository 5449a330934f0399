// The page in the library.
#pragma once

namespace corten::view {

inline constexpr const char* kNoPage = "this build of corten has no page: make it with `tools/web`, then build again";

}  // namespace corten::view
