// The programs of the graphics card.
#pragma once

namespace corten::gl {

inline constexpr int kMostLights = 16;  // further ones are left out
inline constexpr int kMostShadows = 8;  // further lights cast none

// Parts of programs: the first line of each is added where it is compiled. SHADE: colours; MEASURE: distances and
// numbers of shapes; SHADOW: nothing but depth.
extern const char* const kVertexShader;
extern const char* const kFragmentShader;
extern const char* const kSkyVertexShader;
extern const char* const kSkyFragmentShader;

}  // namespace corten::gl
